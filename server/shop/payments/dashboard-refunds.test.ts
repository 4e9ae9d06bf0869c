import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { discrepancies, refunds, webhookEvents } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { eventOf, SECRET, signatureOf } from '#server/testing/webhooks.ts'
import { reconcileRefunds } from './reconciliation.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'
import { recover } from './recovery.ts'
import { recordTakenPayments } from './simulator/backfill.ts'

const HOUR_MS = 3_600_000

/** A shop with an admin and a paid order of two of five pens at $5; `refundAtDashboard` gives money back behind its back. */
async function paidShop() {
  const checkout = await testCheckout({ webhook: SECRET })
  const { db, shop, app, placed, pay, post } = checkout
  const { token: owner } = await admin(db)
  const works = { db, gateway: shop.gateway, log: app.log }
  const paidOrder = async () => {
    const { id } = await product(db, { priceCents: 500 })
    const order = await placed({ id, pieces: 2 })
    const { id: paymentId } = (await pay(order)).json()
    return { order: order as { _id: string; totalPrice: number }, paymentId: paymentId as string }
  }
  const tell = (paymentId: string, refundId: string) => {
    const body = eventOf('refund', { paymentId, refundId })
    const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signatureOf(body) }
    return app.inject({ method: 'POST', url: '/api/webhooks/square', headers, payload: body })
  }
  return {
    ...checkout,
    owner,
    works,
    paidOrder,
    tell,
    control: simulatorBehind(shop.gateway),
    work: () => recover(works),
    compare: () => reconcileRefunds(works, new Date(Date.now() - HOUR_MS), new Date(Date.now() + HOUR_MS)),
    refund: (id: string, body: object) => post(`/api/orders/${id}/refund`, body, owner),
    async refundAtDashboard(paymentId: string, cents: number) {
      const answer = await shop.gateway.refund({ key: crypto.randomUUID(), cents, paymentId })
      if (!('refundId' in answer)) throw new Error(answer.outcome)
      return answer.refundId
    },
    stock: async () => (await db.select().from(products))[0]?.qty,
    timeline: async (id: string) =>
      (await checkout.get(`/api/orders/${id}/timeline`, owner)).json().map(({ text }: { text: string }) => text),
    breaks: () => db.select().from(discrepancies),
  }
}

test('a refund made in the dashboard becomes a refund of the order, by its webhook', { tags: ['W11'] }, async () => {
  const shop = await paidShop()
  const { order, paymentId } = await shop.paidOrder()
  const refundId = await shop.refundAtDashboard(paymentId, 500)
  await shop.control.decideRefund(refundId, 'COMPLETED')
  await shop.tell(paymentId, refundId)
  await shop.work()
  expect(await shop.db.select().from(refunds)).toMatchObject([
    { cents: 500, state: 'completed', origin: 'dashboard', squareRefundId: refundId, requestedBy: null },
  ])
  expect(await shop.order(order._id)).toMatchObject({ refunded: 5, isRestocked: false })
  expect(await shop.timeline(order._id)).toContain(
    'Refund of $5.00, made in the dashboard of the card service: completed.',
  )
  expect(await shop.breaks()).toEqual([])
  expect((await verifyLedger(shop.db, shop.shop.gateway)).isSound).toBe(true)
})

test('one whose webhook was lost is found by the comparison, however old its payment is', {
  tags: ['W11'],
}, async () => {
  const shop = await paidShop()
  const { order, paymentId } = await shop.paidOrder()
  await shop.db.execute(sql`update square_simulator.payments set created_at = created_at - interval '200 days'`)
  await shop.refundAtDashboard(paymentId, 500)
  expect(await shop.compare()).toBe(true)
  expect(await shop.compare()).toBe(true)
  expect(await shop.db.select().from(refunds)).toMatchObject([{ cents: 500, state: 'pending', origin: 'dashboard' }])
  expect(await shop.order(order._id)).toMatchObject({ refunded: 5 })
  await shop.db.update(refunds).set({ nextTryAt: sql`now()` })
  await shop.work()
  expect(await shop.db.select().from(refunds)).toMatchObject([{ state: 'completed' }])
})

test('heard and found at once, also several times, it is recorded once', { tags: ['W11'] }, async ({ task }) => {
  const shop = await paidShop()
  const count = runs(3, 60)
  for (let run = 1; run <= count; run++) {
    const { order, paymentId } = await shop.paidOrder()
    const refundId = await shop.refundAtDashboard(paymentId, 500)
    await Promise.all([1, 2, 3].map(() => shop.tell(paymentId, refundId)))
    await Promise.all([shop.work(), shop.compare(), shop.work(), shop.compare()])
    expect(await shop.db.$count(refunds)).toBe(run)
    expect(await shop.order(order._id)).toMatchObject({ refunded: 5 })
  }
  expect(await shop.breaks()).toEqual([])
  figure(task, `${count} refunds, each heard three times and found twice at once: ${count} recorded, 0 discrepancies`)
})

test('one that the card service takes back counts no more', async () => {
  const shop = await paidShop()
  const { order, paymentId } = await shop.paidOrder()
  const refundId = await shop.refundAtDashboard(paymentId, 500)
  await shop.compare()
  await shop.control.decideRefund(refundId, 'FAILED')
  await shop.tell(paymentId, refundId)
  await shop.work()
  expect(await shop.order(order._id)).toMatchObject({ refunded: 0 })
})

test('the rest can be refunded with the pieces put back', { tags: ['W11'] }, async () => {
  const shop = await paidShop()
  const { order, paymentId } = await shop.paidOrder()
  await shop.refundAtDashboard(paymentId, 500)
  await shop.compare()
  const rest = await shop.refund(order._id, { restock: true })
  expect([rest.statusCode, rest.json().amount]).toEqual([200, Number((order.totalPrice - 5).toFixed(2))])
  await shop.db.update(refunds).set({ nextTryAt: sql`now()` })
  await shop.work()
  expect(await shop.stock()).toBe(5)
  expect((await shop.refund(order._id, { restock: true })).statusCode).toBe(409)
  expect(await shop.stock()).toBe(5)
})

test('the pieces of an order refunded in full there can be put back, once', { tags: ['W11'] }, async () => {
  const shop = await paidShop()
  const { order, paymentId } = await shop.paidOrder()
  await shop.refundAtDashboard(paymentId, Math.round(order.totalPrice * 100))
  await shop.compare()
  expect((await shop.refund(order._id, { restock: false })).statusCode).toBe(409)
  const answers = await Promise.all([1, 2].map(() => shop.refund(order._id, { restock: true })))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await shop.stock()).toBe(5)
  expect(await shop.order(order._id)).toMatchObject({ refunded: order.totalPrice, isRestocked: true })
  expect((await shop.timeline(order._id)).join()).toMatch(/The products were restocked, by Ann Shopper/)
})

test('a webhook that overtakes the answer to our own refund does not make it one of the dashboard', async () => {
  const shop = await paidShop()
  const { order, paymentId } = await shop.paidOrder()
  const { refund } = shop.shop.gateway
  shop.shop.gateway.refund = async (request) => {
    const answer = await refund(request)
    if ('refundId' in answer) await shop.tell(paymentId, answer.refundId)
    await Promise.all([shop.work(), shop.compare()])
    return answer
  }
  expect((await shop.refund(order._id, { restock: false, amount: 5 })).statusCode).toBe(200)
  expect(await shop.db.select().from(refunds)).toMatchObject([{ origin: 'shop', state: 'pending' }])
  await shop.db.update(webhookEvents).set({ nextTryAt: sql`now()` })
  await shop.work()
  expect(await shop.db.select().from(refunds)).toMatchObject([{ origin: 'shop', state: 'completed' }])
})

test('a request that was refused although an earlier one was granted is settled by the refunds of the payment', async () => {
  const shop = await paidShop()
  const { order } = await shop.paidOrder()
  const { refund } = shop.shop.gateway
  shop.shop.gateway.refund = async (request) => {
    await refund(request)
    return { outcome: 'unknown' }
  }
  await shop.refund(order._id, { restock: false, amount: 5 })
  shop.shop.gateway.refund = async () => ({ outcome: 'refused' })
  await shop.db.update(refunds).set({ nextTryAt: sql`now()` })
  await shop.work()
  expect(await shop.db.select().from(refunds)).toMatchObject([{ origin: 'shop', state: 'completed' }])
  expect(await shop.breaks()).toEqual([])
})

test('more than was taken is never recorded as given back: a person is told', async () => {
  const shop = await paidShop()
  const { order, paymentId } = await shop.paidOrder()
  await shop.refundAtDashboard(paymentId, 500)
  await shop.db.execute(sql`update square_simulator.refunds
    set refund = jsonb_set(refund, '{amount_money,amount}', '100000')`)
  await shop.compare()
  expect(await shop.order(order._id)).toMatchObject({ refunded: 0 })
  expect(await shop.breaks()).toMatchObject([{ kind: 'refunded_elsewhere' }])
  await shop.db.execute(sql`update square_simulator.refunds
    set refund = jsonb_set(refund, '{amount_money,amount}', '500')`)
  await shop.compare()
})

test('a request without an answer that no longer fits beside a dashboard refund is looked at once, and fails', async () => {
  const shop = await paidShop()
  const { order, paymentId } = await shop.paidOrder()
  const { refund } = shop.shop.gateway
  shop.shop.gateway.refund = async () => ({ outcome: 'unknown' })
  expect((await shop.refund(order._id, { restock: true })).json()).toMatchObject({ state: 'requested' })
  shop.shop.gateway.refund = refund
  const refundCents = Math.round(order.totalPrice * 100) - 1
  await shop.control.decideRefund(await shop.refundAtDashboard(paymentId, refundCents), 'COMPLETED')
  await shop.compare()
  const refundable = await shop.get(`/api/orders/${order._id}/refundable`, shop.owner)
  expect([refundable.statusCode, refundable.json().left]).toEqual([200, 0])
  expect(await shop.order(order._id)).toMatchObject({ refunded: order.totalPrice })
  expect((await verifyLedger(shop.db, shop.shop.gateway)).isSound).toBe(true)
  await shop.work()
  expect(await shop.order(order._id)).toMatchObject({ refunded: refundCents / 100, isRestocked: false })
  const states = await shop.db.select({ origin: refunds.origin, state: refunds.state }).from(refunds)
  expect(states.toSorted((a, b) => a.origin.localeCompare(b.origin))).toEqual([
    { origin: 'dashboard', state: 'completed' },
    { origin: 'shop', state: 'failed' },
  ])
})

test('a pending refund is first looked at within seconds, and completes in a simulator that only a backup filled', async () => {
  const shop = await paidShop()
  const { order } = await shop.paidOrder()
  await shop.refund(order._id, { restock: true })
  const [row] = (
    await shop.db.execute<{ seconds: number }>(
      sql`select extract(epoch from next_try_at - updated_at)::float8 as seconds from refunds where state = 'pending'`,
    )
  ).rows
  expect(row?.seconds).toBeLessThanOrEqual(5)
  for (const table of ['refunds', 'payments']) await shop.db.execute(sql.raw(`delete from square_simulator.${table}`))
  await recordTakenPayments(shop.db)
  await shop.db.update(refunds).set({ nextTryAt: sql`now()` })
  await shop.work()
  expect(await shop.order(order._id)).toMatchObject({ isRefunded: true, isRestocked: true })
  expect(await shop.stock()).toBe(5)
  expect((await verifyLedger(shop.db, shop.shop.gateway)).isSound).toBe(true)
})

test('what an earlier version told of such a refund is closed by its record', async () => {
  const shop = await paidShop()
  const { paymentId } = await shop.paidOrder()
  const refundId = await shop.refundAtDashboard(paymentId, 500)
  const [attempt] = (await shop.db.execute<{ id: string }>(sql`select id from payment_attempts`)).rows
  await recordDiscrepancy(shop.works, 'refunded_elsewhere', refundId, { attempt: attempt?.id })
  await shop.compare()
  expect(await shop.breaks()).toMatchObject([{ resolvedAt: expect.any(Date), resolvedBy: 'the shop' }])
})

test('a refund that stays pending is asked about ever more rarely', async ({ task }) => {
  const shop = await paidShop()
  const { order } = await shop.paidOrder()
  await shop.refund(order._id, { restock: false })
  await shop.control.faults([{ on: 'getRefund', do: { pending: true } }])
  const waits: number[] = []
  for (let round = 0; round < 12; round++) {
    await shop.db.update(refunds).set({ nextTryAt: sql`now()` })
    await shop.work()
    const [row] = (
      await shop.db.execute<{ minutes: number }>(
        sql`select extract(epoch from next_try_at - now())::float8 / 60 as minutes from refunds`,
      )
    ).rows
    waits.push(row?.minutes ?? 0)
  }
  expect(waits[0]).toBeLessThan(1.5)
  expect(waits.at(-1)).toBeGreaterThan(4 * 60)
  expect(Math.max(...waits)).toBeLessThan(8 * 60)
  figure(task, `asked after ${waits.map((minutes) => minutes.toFixed(0)).join(', ')} minutes`)
})
