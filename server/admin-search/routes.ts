import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AdminSearch, AdminSearchQuery } from '#contract/admin/search.ts'
import type { Context } from '../context.ts'
import { searchEverything } from './admin-search.ts'

/** The search over everything an admin sees. */
export const adminSearchRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get('/', { schema: { querystring: AdminSearchQuery, response: { 200: AdminSearch } } }, ({ query }) =>
    searchEverything(db, query.q),
  )
}
