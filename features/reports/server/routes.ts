import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { reportCalls } from '../calls.ts'
import { addMissingCosts, earningsReport } from './earnings-report.ts'
import { monthlyStatement, statementCsv } from './monthly-statement.ts'

/** Reports for the seller and her bookkeeper. */
export const reportRoutes: ApiRoutes = async (app, { context: { db, gateway } }) => {
  const counted = { withDemo: modeOf(gateway) !== 'live' }
  const route = routesOf(app, reportCalls)

  route('GET /api/reports/monthly-statement', ({ query }) => monthlyStatement(db, query, counted))

  route('GET /api/reports/monthly-statement/export', async ({ query }, reply) => {
    reply.header('content-disposition', `attachment; filename="statement-${query.from}-${query.to}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(statementCsv(await monthlyStatement(db, query, counted)))
  })

  route('GET /api/reports/earnings/:month', ({ params }) => earningsReport(db, params.month, counted))

  route('PUT /api/reports/earnings/:month/costs', async ({ params }) => {
    await addMissingCosts(db, params.month)
    return earningsReport(db, params.month, counted)
  })
}
