import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { MonthlyStatement, StatementQuery } from '#contract/admin/monthly-statement.ts'
import type { Context } from '../context.ts'
import { modeOf } from '../payments/gateway.ts'
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
}
