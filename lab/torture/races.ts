import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { toCents } from '#contract/money.ts'
import { startSale } from '#features/sales/server/run-sales.ts'
import { sale } from '#features/sales/testing/factories.ts'
import { COUPONS } from '#server/shop/coupons/texts.ts'
import { commitToCapture, reserve } from '#server/shop/payments/attempts.ts'
import { chargeOf } from '#server/shop/payments/finish-attempt.ts'
import { modeOf } from '#server/shop/payments/gateway.ts'
import { announceProcess } from '#server/shop/payments/process-liveness.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { couponUses, paymentAttempts, paymentLog } from '#server/shop/schema/payments.ts'
import { ADDRESS, GOOD_CARD } from '#server/testing/checkouts.ts'
import { coupon, ENGRAVING, family, product, user } from '#server/testing/factories.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { eventOf, signatureOf } from '#server/testing/webhooks.ts'
import type { Reply, TestProcesses } from './test-processes.ts'

/** A race that is run so many times, and has to come out the same each time. Answers what it measured. */
type Race = (shop: TestProcesses, rounds: number, isLong: boolean) => Promise<string>

type WantedItem = { id: string; answers?: Record<string, string> }
type PlacedOrder = { token: string; orderId: string; price: number }

/** C1: one of many gets the last piece; the others get an error within two seconds, and only one card is touched. */
export const oneInStock: Race = (shop, rounds, isLong) => raceForStock(shop, { rounds, isLong, stock: 1 })

/** C2: the piece is in a sale that runs. */
export const sevenInStock: Race = (shop, rounds, isLong) =>
  raceForStock(shop, { rounds, isLong, stock: 7 }, async (qty) => {
    const pen = await product(shop.db, { name: 'Walnut Pen', qty })
    await startSale(shop.db, (await sale(shop.db, {}, [{ productId: pen.id }])).id)
    return pen
  })

/** C19: as C1, of the engraved choice of a product; the other choice stays as it is. */
export const oneLastChoice: Race = async (shop, rounds, isLong) => {
  const siblings: WantedItem[] = []
  const result = await raceForStock(shop, { rounds, isLong, stock: 1 }, async (qty) => {
    const choices = [
      { choice: ['Small'], qty },
      { choice: ['Large'], qty: SIBLINGS },
    ]
    const { choices: madeChoices } = await family(shop.db, { name: 'Walnut Pen', asks: [ENGRAVING] }, choices)
    siblings.push(...madeChoices.slice(1))
    const [small] = madeChoices as [(typeof madeChoices)[number]]
    return { ...small, answers: { engraving: 'Anna' } }
  })
  for (const sibling of siblings) expect(await stockOf(shop, sibling)).toBe(SIBLINGS)
  return `${result}, ${siblings.length} siblings untouched`
}

const SIBLINGS = 3

type NamedItem = WantedItem & { name: string }

async function raceForStock(
  shop: TestProcesses,
  sizes: { rounds: number; isLong: boolean; stock: number },
  productOf: (qty: number) => Promise<NamedItem> = (qty) => product(shop.db, { name: 'Walnut Pen', qty }),
) {
  const { simulator } = shop
  const { rounds, isLong, stock } = sizes
  const shoppers = isLong ? 200 : 40
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const pen = await productOf(stock)
    const placedOrders = await placedBy(shop, await shop.shoppers(shoppers), () => [pen])
    await simulator.forgetCalls()
    const replies = await Promise.all(placedOrders.map((order) => pay(shop, order)))
    expect(countsOf(replies)).toEqual({ 200: stock, 409: shoppers - stock })
    for (const { status, body } of replies)
      if (status === 409) expect(body.message).toBe(`${pen.name} is no longer available, and has been removed.`)
    const { seen } = await simulator.calls()
    expect([seen.createPayment, seen.completePayment]).toEqual([stock, stock])
    expect(await paidAmong(shop, placedOrders)).toBe(stock)
    expect(await stockOf(shop, pen)).toBe(0)
    times.push(...replies.map(({ ms }) => ms))
  }
  const p99 = percentile(times, 0.99)
  if (isLong) expect(p99).toBeLessThan(2_000)
  return `${rounds} × ${shoppers} shoppers: ${stock} paid, ${shoppers - stock} refused each time, ${stock} CreatePayment, 0 5xx, p99 ${p99} ms`
}

/** C3: two tabs pay one order. */
export const twoTabs: Race = async (shop, rounds) => {
  const pen = await product(shop.db, { qty: rounds })
  const tokens = await shop.shoppers(10)
  for (let round = 0; round < rounds; round++) {
    const [order] = (await placedBy(shop, [tokens[round % tokens.length] ?? ''], () => [pen])) as [PlacedOrder]
    const replies = await Promise.all([pay(shop, order), pay(shop, order)])
    expect(replies.map(({ status }) => status).sort()[0]).toBe(200)
    for (const { status } of replies) expect([200, 409]).toContain(status)
    expect(await completedAtSquare(shop, order)).toBe(1)
  }
  return `${rounds} orders, 2 presses each: 1 COMPLETED each`
}

/** C4: many shoppers with the same one-time coupon. */
export const oneCoupon: Race = async (shop, rounds, isLong) => {
  const shoppers = isLong ? 100 : 20
  for (let round = 0; round < rounds; round++) {
    const pen = await product(shop.db, { qty: shoppers })
    const { code } = await coupon(shop.db, { oneTime: true })
    const placedOrders = await placedBy(shop, await shop.shoppers(shoppers), () => [pen], { code })
    const replies = await Promise.all(placedOrders.map((order) => pay(shop, order)))
    expect(countsOf(replies)).toEqual({ 200: 1, 409: shoppers - 1 })
    const refusals = [COUPONS.inUse(code), COUPONS.lost(code, 'used')]
    for (const { status, body } of replies) if (status === 409) expect(refusals).toContain(body.message)
    expect(await stockOf(shop, pen)).toBe(shoppers - 1)
  }
  return `${rounds} × ${shoppers} shoppers: 1 use each`
}

/** C21: many shoppers with a coupon that has a number of uses. */
export const lastUses: Race = async (shop, rounds, isLong) => {
  const [shoppers, maxUses] = isLong ? [50, 10] : [12, 3]
  for (let round = 0; round < rounds; round++) {
    const pen = await product(shop.db, { qty: shoppers })
    const { code, id } = await coupon(shop.db, { maxUses, amountCents: 0, percentBp: 1500 })
    const placedOrders = await placedBy(shop, await shop.shoppers(shoppers), () => [pen], { code })
    const replies = await Promise.all(placedOrders.map((order) => paidOrRefused(shop, order, code)))
    expect(countsOf(replies)).toEqual({ 200: maxUses, 409: shoppers - maxUses })
    const isUsed = and(eq(couponUses.couponId, id), eq(couponUses.state, 'used'))
    expect(await shop.db.$count(couponUses, isUsed)).toBe(maxUses)
  }
  return `${rounds} × ${shoppers} shoppers, ${maxUses} uses: ${maxUses} each`
}

/**
 * Presses until the order is paid or the coupon is used up: the shop may be busy, and a payment that has a use may be under
 * way, or fail.
 */
async function paidOrRefused(shop: TestProcesses, order: Parameters<typeof pay>[1], code: string): Promise<Reply> {
  let reply = await pay(shop, order)
  const isUndecided = () =>
    [202, 503].includes(reply.status) ||
    reply.body.code === 'payment_processing' ||
    reply.body.message === COUPONS.inUse(code)
  await waitFor(
    async () => {
      if (isUndecided()) reply = await pay(shop, order)
      expect(isUndecided()).toBe(false)
    },
    { interval: 500 },
  )
  return reply
}

/** C5: Place Order is clicked ten times. */
export const tenClicks: Race = async (shop, rounds) => {
  const pen = await product(shop.db)
  for (let round = 0; round < rounds; round++) {
    const { user: buyer, token } = await user(shop.db)
    const replies = await Promise.all(Array.from({ length: 10 }, () => place(shop, token, [pen])))
    expect(countsOf(replies)).toEqual({ 201: 10 })
    expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1)
    expect(await shop.db.$count(orders, eq(orders.userId, buyer.id))).toBe(1)
  }
  return `${rounds} × 10 clicks: 1 order each`
}

/** C6: the browser's report, Square's message and recovery come to one payment at once, each of them repeatedly. */
export const everyReport: Race = async (shop, rounds) => {
  for (let round = 0; round < rounds; round++) {
    const { order, paymentId } = await leftCapturing(shop)
    const report = () =>
      shop.call(`/api/orders/${order.orderId}/pay`, { method: 'PUT', token: order.token, body: { id: paymentId } })
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, number) => [
        report(),
        tell(shop, number % 2 ? 'APPROVED' : 'COMPLETED', paymentId),
      ]).flat(),
    )
    for (const { status } of replies) expect([200, 202]).toContain(status)
    expect((await report()).body).toMatchObject({ isPaid: true })
    expect(await completedAtSquare(shop, order)).toBe(1)
    const [attempt] = await shop.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, order.orderId))
    const isCapture = and(eq(paymentLog.attemptId, attempt?.id ?? ''), eq(paymentLog.toState, 'captured'))
    expect(await shop.db.$count(paymentLog, isCapture)).toBe(1)
  }
  return `${rounds} payments, 4 reports and 4 messages each while workers look: paid once, 1 receipt`
}

/** C7: orders of the same two products, in one order and the other; also of two choices, each with two engravings. */
export const oppositeOrders: Race = async (shop, rounds, isLong) => {
  const shoppers = isLong ? 200 : 40
  const before = await deadlocks(shop)
  for (let round = 0; round < rounds; round++) {
    const [pen, mug] = [await product(shop.db, { qty: shoppers }), await product(shop.db, { qty: shoppers })]
    const choices = ['Small', 'Large'].map((size) => ({ choice: [size], qty: 2 * shoppers }))
    const { choices: madeChoices } = await family(shop.db, { asks: [ENGRAVING] }, choices)
    const engravedItems = madeChoices.flatMap(({ id }) =>
      ['Anna', 'Ben'].map((engraving) => ({ id, answers: { engraving } })),
    )
    for (const items of [[pen, mug], engravedItems]) {
      const itemsOf = (number: number) => (number % 2 ? items : items.toReversed())
      const placedOrders = await placedBy(shop, await shop.shoppers(shoppers), itemsOf)
      const replies = await Promise.all(placedOrders.map((order) => pay(shop, order)))
      expect(countsOf(replies)).toEqual({ 200: shoppers })
      for (const item of items) expect(await stockOf(shop, item)).toBe(0)
    }
  }
  expect((await deadlocks(shop)) - before).toBe(0)
  return `${2 * rounds} × ${shoppers} orders at once, half of them of choices: all paid, 0 deadlocks`
}

const place = (shop: TestProcesses, token: string, items: WantedItem[], fields: object = {}) => {
  const orderItems = items.map(({ id, answers }) => ({ product: id, qty: 1, ...(answers && { answers }) }))
  const body = { orderItems, shippingAddress: ADDRESS, paymentMethod: 'Square', ...fields }
  return shop.call('/api/orders', { token, body })
}

const AT_ONCE = 20

/** An order by each of these shoppers, placed without haste: the race is for paying. */
async function placedBy(
  shop: TestProcesses,
  tokens: string[],
  itemsOf: (number: number) => WantedItem[],
  fields: object = {},
): Promise<PlacedOrder[]> {
  const placedOrders: PlacedOrder[] = []
  const one = async (token: string, number: number) => {
    const { status, body } = await place(shop, token, itemsOf(number), fields)
    expect([status, body.message]).toEqual([201, undefined])
    return { token, orderId: String(body._id), price: toCents(Number(body.totalPrice)) }
  }
  while (placedOrders.length < tokens.length) {
    const first = placedOrders.length
    const group = tokens.slice(first, first + AT_ONCE)
    placedOrders.push(...(await Promise.all(group.map((token, place) => one(token, first + place)))))
  }
  return placedOrders
}

const pay = (shop: TestProcesses, { token, orderId, price }: PlacedOrder) =>
  shop.call('/api/orders/processSquare', { token, body: { orderId, price, sourceId: GOOD_CARD } })

/** An order with a payment that a process committed to capture before it died. */
async function leftCapturing(shop: TestProcesses) {
  const { db, url, gateway } = shop
  const pen = await product(db)
  const { user: buyer, token } = await user(db)
  const [order] = (await placedBy(shop, [token], () => [pen])) as [PlacedOrder]
  // While this process is announced as alive, no worker of the shop takes the attempt for left behind.
  const liveness = await announceProcess(url)
  const { attempt } = await reserve(db, { ...order, userId: buyer.id, mode: modeOf(gateway) }, 'a process that dies')
  const answer = await gateway.authorize(chargeOf(attempt), { sourceId: GOOD_CARD, note: '' })
  if (answer.outcome !== 'approved') throw new Error(answer.outcome)
  await commitToCapture(db, attempt, answer.payment, 'a process that dies')
  await liveness.stop()
  return { order, paymentId: answer.payment.id }
}

/** Square's message that the payment has that status. */
function tell(shop: TestProcesses, status: 'APPROVED' | 'COMPLETED', paymentId: string) {
  const body = eventOf(status, { paymentId })
  return shop.call('/api/webhooks/square', { body, headers: { 'x-square-hmacsha256-signature': signatureOf(body) } })
}

async function stockOf({ db }: TestProcesses, { id }: WantedItem) {
  const [productRow] = await db.select({ qty: products.qty }).from(products).where(eq(products.id, id))
  return productRow?.qty
}

const paidAmong = ({ db }: TestProcesses, placedOrders: PlacedOrder[]) => {
  const ids = placedOrders.map(({ orderId }) => orderId)
  return db.$count(orders, and(inArray(orders.id, ids), eq(orders.state, 'paid')))
}

async function completedAtSquare({ db }: TestProcesses, { orderId }: PlacedOrder) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from square_simulator.payments
    where payment->>'reference_id' = ${orderId} and payment->>'status' = 'COMPLETED'`)
  return rows[0]?.count
}

async function deadlocks({ db }: TestProcesses) {
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  return rows[0]?.deadlocks ?? Number.NaN
}

const countsOf = (replies: Reply[]) =>
  Object.fromEntries([...Map.groupBy(replies, ({ status }) => status)].map(([status, those]) => [status, those.length]))

function percentile(figures: number[], part: number) {
  const ascending = figures.toSorted((a, b) => a - b)
  return Math.round(ascending[Math.ceil(ascending.length * part) - 1] ?? Number.NaN)
}
