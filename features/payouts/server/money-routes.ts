import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { payoutCalls } from '../calls.ts'
import { readAndCheck } from './money-check-job.ts'
import { disputesOf, moneyOfMonth, payoutPage } from './money-days.ts'
import type { Reading } from './read-payouts.ts'

/** The money check of a month, the payouts of the card service, and the disputes of an order. */
export const moneyRoutes: ApiRoutes = async (app, { context: { db, gateway } }) => {
  let running: Promise<Reading> | undefined
  const route = routesOf(app, payoutCalls)

  route('GET /api/money-check', ({ query }) => moneyOfMonth(db, query.month, modeOf(gateway)))

  // However often it is pressed, one check runs at a time.
  route('POST /api/money-check', async () => {
    running ??= readAndCheck({ db, gateway, log: app.log }).finally(() => {
      running = undefined
    })
    return { reading: await running }
  })

  route('GET /api/payouts/:id', ({ params, query }) => payoutPage(db, params.id, query.pageNumber))

  route('GET /api/orders/:id/disputes', ({ params }) => disputesOf(db, params.id))
}
