import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { EarningsKey, EarningsReport } from '#contract/admin/earnings-report.ts'
import { MonthlyStatement, StatementQuery } from '#contract/admin/monthly-statement.ts'
import type { Context } from '../context.ts'
import { modeOf } from '../payments/gateway.ts'
import { addMissingCosts, earningsReport } from './earnings-report.ts'
import { monthlyStatement, statementCsv } from './monthly-statement.ts'

const CSV = { content: { 'text/csv': { schema: z.string() } } }

/** Reports for the seller and her bookkeeper. */
export const reportRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db, gateway } }) => {
  const counted = { withDemo: modeOf(gateway) !== 'live' }

  const statement = { querystring: StatementQuery, response: { 200: MonthlyStatement } }
  app.get('/monthly-statement', { schema: statement }, ({ query }) => monthlyStatement(db, query, counted))

  const exported = { querystring: StatementQuery, response: { 200: CSV } }
  app.get('/monthly-statement/export', { schema: exported }, async ({ query }, reply) => {
    reply.header('content-disposition', `attachment; filename="statement-${query.from}-${query.to}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(statementCsv(await monthlyStatement(db, query, counted)))
  })

  const earnings = { params: EarningsKey, response: { 200: EarningsReport } }
  app.get('/earnings/:month', { schema: earnings }, ({ params }) => earningsReport(db, params.month, counted))

  app.put('/earnings/:month/costs', { schema: earnings }, async ({ params }) => {
    await addMissingCosts(db, params.month)
    return earningsReport(db, params.month, counted)
  })
}
