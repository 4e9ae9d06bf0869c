import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { adminSearchCalls } from '../calls.ts'
import { searchEverything } from './admin-search.ts'

/** The search over everything an admin sees. */
export const adminSearchRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, adminSearchCalls)

  route('GET /api/admin/search', ({ query }) => searchEverything(db, query.q))
}
