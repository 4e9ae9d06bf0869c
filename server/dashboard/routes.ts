import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Dashboard, DashboardQuery } from '#contract/admin/dashboard.ts'
import type { Context } from '../context.ts'
import { modeOf } from '../payments/gateway.ts'
import { dashboard } from './dashboard.ts'

export const dashboardRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (
  app,
  { context: { db, gateway, backups: plan } },
) => {
  const takesCards = modeOf(gateway) === 'live'

  app.get('/', { schema: { querystring: DashboardQuery, response: { 200: Dashboard } } }, ({ query }) =>
    dashboard(db, { ...query, takesCards, plan }),
  )
}
