import { deskCalls } from '#contract/calls/desk.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { waitingCounts } from './waiting.ts'

/** What the menus of the seller's desk show. */
export const deskRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, deskCalls)

  route('GET /api/admin/waiting', async () => ({ counts: await waitingCounts(db) }))
}
