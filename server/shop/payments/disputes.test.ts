import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toCents } from '#contract/money.ts'
import { verifyLedger } from '#server/shop/audit/report.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies, refunds } from '#server/shop/schema/payments.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, product } from '#server/testing/factories.ts'
import { simulatorBehind } from '#server/testing/gateway.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { SECRET, signatureOf } from '#server/testing/webhooks.ts'
import { discrepanciesPage } from './discrepancies.ts'
import { followDisputes } from './disputes.ts'
import { recover } from './recovery.ts'

async function paidShop() {
  const checkout = await testCheckout({ webhook: SECRET })
  const { db, shop, app, placed, pay } = checkout
  const order = await placed(await product(db))
  const { id: paymentId } = (await pay(order)).json()
  const context = { db, gateway: shop.gateway, log: app.log, actor: 'test' }
  const tell = (id: string, type: string) => {
    const dispute = { id, state: 'EVIDENCE_REQUIRED', disputed_payment: { payment_id: paymentId } }
    const body = JSON.stringify({
      event_id: crypto.randomUUID(),
      type,
      data: { type: 'dispute', id, object: { dispute } },
    })
    const headers = { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signatureOf(body) }
    return app.inject({ method: 'POST', url: '/api/webhooks/square', headers, payload: body })
  }
  const work = () => recover(context)
  const finishRefunds = async () => {
    await db.update(refunds).set({ nextTryAt: sql`now()` })
    await work()
  }
  return {
    ...checkout,
    order,
    paymentId: paymentId as string,
    context,
    told: tell,
    work,
    finishRefunds,
    control: simulatorBehind(shop.gateway),
  }
}

test('a dispute is told to the seller in plain words, however often its messages come', { tags: ['W12'] }, async ({
  task,
}) => {
  const shop = await paidShop()
  const id = await shop.control.openDispute(shop.paymentId, 878)
  const times = runs(3, 50)
  for (let count = 0; count < times; count++) await shop.told(id, 'dispute.created')
  await Promise.all([shop.work(), shop.work()])
  expect(await shop.db.select().from(discrepancies)).toMatchObject([{ kind: 'disputed', subject: id }])
  const { discrepancies: open } = await discrepanciesPage(shop.db, { state: 'open', pageNumber: 1 })
  expect(open).toMatchObject([
    {
      title: expect.stringMatching(/^A buyer disputes a payment: answer by \w{3} \d+, \d{4}$/),
      happened: expect.stringContaining('$8.78'),
      advice: expect.stringMatching(/ by \w{3} \d+, \d{4}/),
      order: { number: shop.order.number },
    },
  ])
  figure(task, `1 dispute reported ${times} times: 1 discrepancy`)
})

test('one whose messages were lost is found, and one that is lost is told again', { tags: ['W12'] }, async () => {
  const shop = await paidShop()
  const id = await shop.control.openDispute(shop.paymentId, 878)
  expect(await followDisputes(shop.context)).toBe(true)
  await shop.control.decideDispute(id, 'LOST')
  expect(await followDisputes(shop.context)).toBe(true)
  expect(await followDisputes(shop.context)).toBe(true)
  const kinds = (await shop.db.select().from(discrepancies)).map(({ kind }) => kind)
  expect(kinds).toEqual(['disputed', 'dispute_lost'])
})

const openKinds = async ({ db }: Pick<Awaited<ReturnType<typeof paidShop>>, 'db'>) =>
  (await db.select().from(discrepancies)).filter(({ resolvedAt }) => !resolvedAt).map(({ kind }) => kind)

/** How a dispute of the whole payment ends: what is left to do for the seller, and whether its money is gone. */
const ENDS = [
  ['won', ['EVIDENCE_REQUIRED', 'PROCESSING', 'WON'], [], false],
  ['lost', ['EVIDENCE_REQUIRED', 'PROCESSING', 'LOST'], ['dispute_lost'], true],
  ['accepted', ['EVIDENCE_REQUIRED', 'ACCEPTED'], ['dispute_lost'], true],
  ['a withdrawn inquiry', ['INQUIRY_PROCESSING', 'INQUIRY_CLOSED'], [], false],
  [
    'an inquiry that became a dispute and was lost',
    ['INQUIRY_PROCESSING', 'EVIDENCE_REQUIRED', 'LOST'],
    ['dispute_lost'],
    true,
  ],
] as const

test.for(ENDS)(
  '%s: order, stock and tasks are right at the end',
  { tags: ['W12'] },
  async ([, states, tasks, isGone]) => {
    const shop = await paidShop()
    const { db, order, control, context } = shop
    const { token } = await admin(db)
    const stock = async () => (await db.select({ qty: products.qty }).from(products))[0]?.qty
    const stockAfterSale = await stock()
    const cents = toCents(order.totalPrice)
    const id = await control.openDispute(shop.paymentId, cents, states[0].startsWith('INQUIRY'))
    await followDisputes(context)
    expect(await openKinds(shop)).toEqual([states[0].startsWith('INQUIRY') ? 'inquiry' : 'disputed'])
    for (const state of states) {
      await control.decideDispute(id, state)
      await Promise.all([followDisputes(context), followDisputes(context)])
    }
    expect(await openKinds(shop)).toEqual(tasks)
    const [row] = await db.select().from(orders)
    expect(row).toMatchObject({ state: 'paid', refundedCents: isGone ? cents : null })
    expect(await stock()).toBe(stockAfterSale)
    // Where the money is gone nothing is left to refund, and its pieces can go back to stock; else it is refunded as ever.
    const refund = await shop.post(`/api/orders/${order._id}/refund`, { restock: true }, token)
    expect(refund.statusCode, refund.body).toBe(200)
    await shop.finishRefunds()
    expect(await stock()).toBe((stockAfterSale ?? 0) + 1)
    expect((await db.select().from(refunds)).reduce((sum, one) => sum + one.cents, 0)).toBe(cents)
  },
)

test('while the bank decides, the order cannot be refunded; during an inquiry it can', async () => {
  const shop = await paidShop()
  const { token } = await admin(shop.db)
  const id = await shop.control.openDispute(shop.paymentId, 500, true)
  await followDisputes(shop.context)
  const refund = () => shop.post(`/api/orders/${shop.order._id}/refund`, { amount: 1 }, token)
  expect((await refund()).statusCode).toBe(200)
  await shop.control.decideDispute(id, 'EVIDENCE_REQUIRED')
  await followDisputes(shop.context)
  expect((await refund()).json()).toMatchObject({ code: 'refund_refused', message: expect.stringContaining('bank') })
})

test('a dispute about more than is left takes what is left, and the books agree', async () => {
  const shop = await paidShop()
  const { token } = await admin(shop.db)
  await shop.post(`/api/orders/${shop.order._id}/refund`, { amount: 2 }, token)
  const cents = toCents(shop.order.totalPrice)
  const id = await shop.control.openDispute(shop.paymentId, cents)
  await shop.control.decideDispute(id, 'LOST')
  await followDisputes(shop.context)
  expect((await shop.db.select().from(orders))[0]?.refundedCents).toBe(cents)
  await shop.finishRefunds()
  const { text } = await verifyLedger(shop.db, shop.shop.gateway)
  // The seller has not closed yet what she was told.
  expect(text.match(/^VIOLATED .*$/gm)).toEqual([
    expect.stringContaining('no discrepancy with the card service is open'),
  ])
})

test("a dispute of somebody else's payment, or one that was won, is nobody's business", async () => {
  const shop = await paidShop()
  await shop.control.openDispute('market stall', 500)
  await shop.control.decideDispute(await shop.control.openDispute(shop.paymentId, 878), 'WON')
  expect(await followDisputes(shop.context)).toBe(true)
  expect(await shop.db.$count(discrepancies)).toBe(0)
})
