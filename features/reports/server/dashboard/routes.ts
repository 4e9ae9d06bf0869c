import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { reportCalls } from '../../calls.ts'
import { dashboard } from './dashboard.ts'

export const dashboardRoutes: ApiRoutes = async (app, { context }) => {
  const takesCards = modeOf(context.gateway) === 'live'
  const route = routesOf(app, reportCalls)

  route('GET /api/dashboard', ({ query }) => dashboard(context, { ...query, takesCards }))
}
