import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Dashboard, DashboardQuery } from '#contract/admin/dashboard.ts'
import type { Shop } from '../http/app.ts'
import { modeOf } from '../payments/gateway.ts'
import { dashboard } from './dashboard.ts'

export const dashboardRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop: { db, gateway } }) => {
  const takesCards = modeOf(gateway) === 'live'

  app.get('/', { schema: { querystring: DashboardQuery, response: { 200: Dashboard } } }, ({ query }) =>
    dashboard(db, { ...query, takesCards }),
  )
}
