import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  Disputes,
  MoneyCheck,
  MoneyChecked,
  MoneyCheckQuery,
  PayoutKey,
  PayoutPage,
  PayoutQuery,
} from '#contract/admin/money-check.ts'
import { OrderKey } from '#contract/orders.ts'
import type { Context } from '../context.ts'
import { modeOf } from './gateway.ts'
import { readAndCheck } from './money-check-job.ts'
import { disputesOf, moneyOfMonth, payoutPage } from './money-days.ts'
import type { Reading } from './read-payouts.ts'

/** The money check of a month, the payouts of the card service, and the disputes of an order. */
export const moneyRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db, gateway } }) => {
  let running: Promise<Reading> | undefined

  app.get('/money-check', { schema: { querystring: MoneyCheckQuery, response: { 200: MoneyCheck } } }, ({ query }) =>
    moneyOfMonth(db, query.month, modeOf(gateway)),
  )

  // However often it is pressed, one check runs at a time.
  app.post('/money-check', { schema: { response: { 200: MoneyChecked } } }, async () => {
    running ??= readAndCheck({ db, gateway, log: app.log }).finally(() => {
      running = undefined
    })
    return { reading: await running }
  })

  const payout = { params: PayoutKey, querystring: PayoutQuery, response: { 200: PayoutPage } }
  app.get('/payouts/:id', { schema: payout }, ({ params, query }) => payoutPage(db, params.id, query.pageNumber))

  app.get('/orders/:id/disputes', { schema: { params: OrderKey, response: { 200: Disputes } } }, ({ params }) =>
    disputesOf(db, params.id),
  )
}
