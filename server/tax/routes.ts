import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  OutsideSales,
  OutsideSalesKey,
  ReportQuery,
  SalesTaxReport,
  TaxStates,
  TaxThresholds,
  ZipRate,
  ZipRateKey,
  ZipTableAccount,
  ZipTableKey,
  ZipTableQuery,
} from '#contract/admin/sales-tax.ts'
import type { Context } from '../context.ts'
import { modeOf } from '../payments/gateway.ts'
import { checkRates, loadRates, setRate } from './load-rates.ts'
import { salesTaxCsv, salesTaxReport } from './sales-tax-report.ts'
import { taxStates } from './states.ts'
import { setOutsideSales, taxThresholds } from './thresholds.ts'

const CSV = { content: { 'text/csv': { schema: z.string() } } }

/** Tables of tax rates, the report of sales tax, and the thresholds of the states. */
export const taxRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db, gateway } }) => {
  const counted = { withDemo: modeOf(gateway) !== 'live' }
  // A file is read as it arrives.
  app.addContentTypeParser('text/csv', (_, body, done) => done(null, body))

  app.get('/tax', { schema: { response: { 200: TaxStates } } }, () => taxStates(db))

  const loaded = { params: ZipTableKey, querystring: ZipTableQuery, response: { 200: ZipTableAccount } }
  app.post('/tax/rates/:state', { schema: loaded }, ({ params, query, body }) => {
    const file = { ...params, name: query.name, file: toStream(body) }
    return query.dryRun === 'true' ? checkRates(db, file) : loadRates(db, file)
  })

  const rate = { params: ZipRateKey, body: ZipRate, response: { 200: TaxStates } }
  app.put('/tax/rates/:state/:zip', { schema: rate }, async ({ params, body }) => {
    await setRate(db, params.state, params.zip, body.ppm)
    return taxStates(db)
  })

  app.get('/tax/thresholds', { schema: { response: { 200: TaxThresholds } } }, () => taxThresholds(db, counted))

  const outside = { params: OutsideSalesKey, body: OutsideSales, response: { 200: TaxThresholds } }
  app.put('/tax/outside-sales/:state/:year', { schema: outside }, async ({ params, body }) => {
    await setOutsideSales(db, params, body.amount, body.orders)
    return taxThresholds(db, counted)
  })

  const report = { querystring: ReportQuery, response: { 200: SalesTaxReport } }
  app.get('/reports/sales-tax', { schema: report }, ({ query }) => salesTaxReport(db, query, counted))

  const exported = { querystring: ReportQuery, response: { 200: CSV } }
  app.get('/reports/sales-tax/export', { schema: exported }, async ({ query }, reply) => {
    reply.header('content-disposition', `attachment; filename="sales-tax-${query.from}-${query.to}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(salesTaxCsv(await salesTaxReport(db, query, counted)))
  })
}

/** The body as it arrives; nothing for a call without a file. */
const toStream = (body: unknown) => (body instanceof Readable ? body : Readable.from([]))
