import { Readable } from 'node:stream'
import { taxCalls } from '#contract/calls/tax.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { checkRates, loadRates, setRate } from './load-rates.ts'
import { taxStates } from './states.ts'

/** Tables of tax rates. */
export const taxRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, taxCalls)

  // A file is read as it arrives.
  app.addContentTypeParser('text/csv', (_, body, done) => done(null, body))

  route('GET /api/tax', () => taxStates(db))

  route('POST /api/tax/rates/:state', ({ params, query, body }) => {
    const file = { ...params, name: query.name, file: toStream(body) }
    return query.dryRun === 'true' ? checkRates(db, file) : loadRates(db, file)
  })

  route('PUT /api/tax/rates/:state/:zip', async ({ params, body }) => {
    await setRate(db, params.state, params.zip, body.ppm)
    return taxStates(db)
  })
}

/** The body as it arrives; nothing for a call without a file. */
const toStream = (body: unknown) => (body instanceof Readable ? body : Readable.from([]))
