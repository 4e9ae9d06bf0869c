import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { reportCalls } from '../calls.ts'
import { salesTaxCsv, salesTaxReport } from './sales-tax-report.ts'
import { setOutsideSales, taxThresholds } from './thresholds.ts'

/** The report of sales tax, and the thresholds of the states. */
export const salesTaxRoutes: ApiRoutes = async (app, { context: { db, gateway } }) => {
  const counted = { withDemo: modeOf(gateway) !== 'live' }
  const route = routesOf(app, reportCalls)

  route('GET /api/tax/thresholds', () => taxThresholds(db, counted))

  route('PUT /api/tax/outside-sales/:state/:year', async ({ params, body }) => {
    await setOutsideSales(db, params, body.amount, body.orders)
    return taxThresholds(db, counted)
  })

  route('GET /api/reports/sales-tax', ({ query }) => salesTaxReport(db, query, counted))

  route('GET /api/reports/sales-tax/export', async ({ query }, reply) => {
    reply.header('content-disposition', `attachment; filename="sales-tax-${query.from}-${query.to}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(salesTaxCsv(await salesTaxReport(db, query, counted)))
  })
}
