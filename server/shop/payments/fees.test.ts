import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { catchUpFees } from './fees.ts'
import { reconcile, reconcileRefunds } from './reconciliation.ts'

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000

/** A shop that sells one piece for $10.00 at a time, and what it knows of fees. */
async function feeShop() {
  const checkout = await testCheckout()
  const { db, shop, app, placed, pay } = checkout
  const pen = await product(db, { priceCents: 1000, qty: 20 })
  const works = { db, gateway: shop.gateway, log: app.log }
  return {
    ...checkout,
    works,
    async sell() {
      const order = await placed(pen)
      return { ...order, paymentId: (await pay(order)).json<{ id: string }>().id }
    },
    fees: async () =>
      (await db.select({ fee: paymentAttempts.feeCents }).from(paymentAttempts).orderBy(paymentAttempts.id)).map(
        ({ fee }) => fee,
      ),
    /** Moves a payment back in time, here and at the card service. */
    async makeOld(paymentId: string, days: number) {
      const at = new Date(Date.now() - days * DAY_MS)
      await db.execute(sql`update payment_attempts set created_at = ${at} where square_payment_id = ${paymentId}`)
      await db.execute(sql`update square_simulator.payments set created_at = ${at} where id = ${paymentId}`)
    },
    lately: [new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)] as const,
  }
}

const feeOf = (total: number) => Math.round(total * 2.9) + 30

test('a payment has the fee that the card service charges, once it is compared', async () => {
  const { sell, works, fees, lately } = await feeShop()
  const { totalPrice } = await sell()
  expect(await fees()).toEqual([null])
  await reconcile(works, ...lately)
  expect(await fees()).toEqual([feeOf(totalPrice)])
})

test('an adjusted fee replaces the one before, and a payment without a fee keeps none', async () => {
  const { sell, db, works, fees, lately } = await feeShop()
  const [first, second] = [await sell(), await sell()]
  await reconcile(works, ...lately)
  const fee = (cents: number) => ({ type: 'ADJUSTMENT', amount_money: { amount: cents, currency: 'USD' } })
  await db.execute(sql`update square_simulator.payments
    set payment = jsonb_set(payment, '{processing_fee}', payment->'processing_fee' || ${JSON.stringify(fee(-7))}::jsonb)
    where id = ${first.paymentId}`)
  await db.execute(sql`update square_simulator.payments set payment = payment - 'processing_fee'
    where id = ${second.paymentId}`)
  await db.execute(sql`update payment_attempts set fee_cents = null where square_payment_id = ${second.paymentId}`)
  await reconcile(works, ...lately)
  expect(await fees()).toEqual([feeOf(first.totalPrice) - 7, null])
})

test('fees that are missing are asked for, however old the payments are, and only theirs', async () => {
  const { sell, works, fees, makeOld } = await feeShop()
  const [year, month, fresh] = [await sell(), await sell(), await sell()]
  await makeOld(year.paymentId, 400)
  await makeOld(month.paymentId, 30)
  const listStarts: Date[] = []
  const gateway: typeof works.gateway = {
    ...works.gateway,
    list: (from, until) => {
      listStarts.push(from)
      return works.gateway.list(from, until)
    },
  }
  expect(await catchUpFees({ ...works, gateway }, new Date(Date.now() - DAY_MS))).toBe(true)
  expect(await fees()).toEqual([feeOf(year.totalPrice), feeOf(month.totalPrice), null])
  expect(listStarts).toHaveLength(2)
  expect(await catchUpFees({ ...works, gateway }, new Date(Date.now() + DAY_MS))).toBe(true)
  expect(await fees()).toEqual([year, month, fresh].map(({ totalPrice }) => feeOf(totalPrice)))
  expect(listStarts).toHaveLength(3)
})

test('a list that cannot be read leaves the fees for the next time', async () => {
  const { sell, works, fees } = await feeShop()
  const { totalPrice } = await sell()
  const silent = { ...works.gateway, list: async () => undefined }
  expect(await catchUpFees({ ...works, gateway: silent }, new Date())).toBe(false)
  expect(await fees()).toEqual([null])
  expect(await catchUpFees(works, new Date())).toBe(true)
  expect(await fees()).toEqual([feeOf(totalPrice)])
})

test('demo payments of a shop that has become a real one are not asked for', async () => {
  const { sell, works } = await feeShop()
  await sell()
  const live = { ...works.gateway, setup: LIVE, list: () => Promise.reject(new Error('There was nothing to ask for.')) }
  expect(await catchUpFees({ ...works, gateway: live }, new Date())).toBe(true)
})

const LIVE = { provider: 'square', applicationId: '', locationId: '', scriptUrl: '', isSandbox: false } as const

test('a refund has the fee that the card service returns with it', async () => {
  const { sell, db, post, works, lately } = await feeShop()
  const order = await sell()
  await post(`/api/orders/${order._id}/refund`, { amount: 5 }, (await admin(db)).token)
  const returnedFees = [{ type: 'ADJUSTMENT', amount_money: { amount: -15, currency: 'USD' } }]
  await db.execute(sql`update square_simulator.refunds
    set refund = refund || jsonb_build_object('processing_fee', ${JSON.stringify(returnedFees)}::jsonb)`)
  await reconcileRefunds(works, ...lately)
  expect(await db.select({ fee: refunds.feeCents }).from(refunds)).toEqual([{ fee: -15 }])
})
