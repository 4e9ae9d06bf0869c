// The past of the demo shop: orders of three months in every state, as rows of a ledger that is as sound as if people had
// placed and paid them. A few statements write all of them, and nobody is mailed.
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { HOME } from '#contract/addresses.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { flatRates, quote, type Rates } from '#contract/pricing.ts'
import { refundShares } from '#contract/refund-shares.ts'
import { carrierOf } from '#contract/tracking-numbers.ts'
import { DEMO_SETTINGS } from '#features/own-shop/server/demo-settings.ts'
import type { Db } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/outbox/schema.ts'
import { PRODUCT_HISTORY } from '#server/shop/catalog/texts.ts'
import { orderMailKey } from '#server/shop/notifications/queue.ts'
import { discountsOfItems } from '#server/shop/orders/order-discounts.ts'
import { addressColumns } from '#server/shop/orders/place-order.ts'
import { centsOf } from '#server/shop/orders/price-hold.ts'
import { mergedItems, type OrderedProduct, orderedProducts, pricedItems } from '#server/shop/orders/priced-items.ts'
import { nextHolidays, shipDates } from '#server/shop/orders/ship-by.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { feeOf } from '#server/shop/payments/simulator/fees.ts'
import { products, productTrace, stockLedger } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { cancelRequests, orderItemCosts, orderItems, orders } from '#server/shop/schema/orders.ts'
import { couponUses, holds, paymentAttempts, paymentLog, refundItems, refunds } from '#server/shop/schema/payments.ts'
import { users } from '#server/shop/schema/users.ts'
import { agreedMethod, HAND_OVER, placedShipping } from '#server/shop/shipping/rates.ts'
import { taxColumnsOf } from '#server/shop/tax/order-tax.ts'
import type { BuyerFacts, DemoOrders, OrderFacts } from './order-facts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TO_PAY = 4 * 60_000
const ACTOR = 'demo shop'
const PICKUP = { method: 'pickup', name: 'Pick up', address: '5 Mill Lane, Boise', hours: 'Saturdays, 9 to 12' }
const NO_BUYER: BuyerFacts = {
  ...{ name: ORDERS.unnamedBuyer, email: '', account: false },
  ...{ address: '', city: '', state: '', postalCode: '', country: HOME },
}

type Goods = { bySku: Map<string, OrderedProduct>; coupons: Map<string, typeof coupons.$inferSelect> }
type DemoOrder = Awaited<ReturnType<typeof demoOrder>>

/**
 * Inserts the demo's orders into a shop that has its goods and coupons and no order. `passwordHash` is that of the
 * accounts. Returns the ids of the orders.
 */
export async function insertDemoOrders(
  tx: Db,
  { buyers, orders: facts }: DemoOrders,
  { passwordHash, now }: { passwordHash: string; now: number },
): Promise<string[]> {
  const goods = await goodsOf(tx)
  const userIds = new Map<string, string>()
  const list = await Promise.all(
    facts
      .toSorted((a, b) => b.hoursAgo - a.hoursAgo)
      .map((order) => demoOrder(tx, order, buyers[order.buyer] ?? NO_BUYER, { goods, userIds, now })),
  )
  await insertBuyers(tx, list, passwordHash)
  const numbers = await insertOrders(tx, list)
  await insertPayments(tx, list)
  await insertMovements(tx, list, numbers)
  await insertRefunds(tx, list, numbers)
  await insertFirstStock(tx)
  await insertMessages(tx, list)
  await insertCosts(tx)
  return list.map(({ row }) => row.id)
}

async function goodsOf(tx: Db): Promise<Goods> {
  const skus = await tx.select({ id: products.id, sku: products.sku }).from(products)
  const rows = await orderedProducts(tx).execute({ ids: skus.map(({ id }) => id) })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySku = new Map(skus.flatMap(({ id, sku }) => (byId.get(id) ? [[sku, byId.get(id) as OrderedProduct]] : [])))
  return { bySku, coupons: new Map((await tx.select().from(coupons)).map((coupon) => [coupon.code, coupon])) }
}

type Shop = { goods: Goods; userIds: Map<string, string>; now: number }

/** An order as it was placed, priced by the rules of every order, with what has become of it. */
async function demoOrder(tx: Db, facts: OrderFacts, buyer: BuyerFacts, { goods, userIds, now }: Shop) {
  const createdAt = new Date(now - facts.hoursAgo * HOUR - TO_PAY)
  const paidAt = new Date(now - facts.hoursAgo * HOUR)
  const wantedItems = facts.items.map(({ sku, ...item }) => ({ ...item, product: goods.bySku.get(sku)?.id ?? sku }))
  const items = mergedItems(await pricedItems(tx, wantedItems, [...goods.bySku.values()]))
  const coupon = goods.coupons.get(facts.coupon ?? '')
  const { timeZone } = DEMO_SETTINGS
  const discounts = await discountsOfItems(tx, items, { coupon, automatic: [], timeZone })
  const { effect } = discounts
  const { rates, shipping } = wayOf(facts, buyer)
  const figures = quote(rates, items, effect, facts.giftWrap ? DEMO_SETTINGS.wrapPrice : null)
  const { country, recipient = '', address2 = '', ...address } = { ...buyer, ...facts }
  const userId = buyer.account ? (userIds.get(facts.buyer) ?? randomUUIDv7()) : randomUUIDv7()
  if (buyer.account) userIds.set(facts.buyer, userId)
  const id = randomUUIDv7()
  const deliveredAt = facts.shippedAfterDays === undefined ? null : new Date(+paidAt + facts.shippedAfterDays * DAY)
  const row = {
    ...addressColumns({ ...address, address2, recipient, countryCode: country }),
    ...centsOf(figures),
    ...taxColumnsOf(figures, { rate: rates.tax, origin: null }, effect),
    ...{ id, userId, state: 'paid' as const, currentAttempt: randomUUIDv7(), isDemo: true, shipping },
    ...{
      couponId: coupon?.id ?? null,
      coupon: discounts.coupon,
      paymentMethod: PAYMENT_METHOD,
      requestHash: `demo ${id}`,
    },
    ...{ giftNote: facts.giftNote ?? null, paidBy: facts.market ? ('cash' as const) : null },
    ...{ createdAt, paidAt, touchedAt: paidAt, deliveredAt: facts.market ? paidAt : deliveredAt },
    trackingNumber: facts.trackingNumber ?? null,
    carrier: carrierOf(facts.trackingNumber ?? ''),
  }
  return { facts, buyer, row, items, refund: refundOf(facts, row, items) }
}

const isAbroad = ({ country }: BuyerFacts) => country !== HOME

/** The rates of an order, and its way to ship as the order keeps it. */
function wayOf(facts: OrderFacts, buyer: BuyerFacts) {
  const rates = flatRates(DEMO_SETTINGS)
  const method = facts.market
    ? HAND_OVER
    : facts.agreedShipping === undefined
      ? undefined
      : agreedMethod(facts.agreedShipping)
  const tax = isAbroad(buyer) ? { ...rates.tax, ppm: 0 } : rates.tax
  if (method) return { rates: { tax, shipping: method.offered } satisfies Rates, shipping: placedShipping(method, []) }
  if (!facts.pickup) return { rates: { ...rates, tax }, shipping: null }
  const { method: id, name, ...pickup } = PICKUP
  const free: Rates['shipping'] = { by: 'pieces', bands: [{ upTo: null, price: 0 }] }
  return { rates: { tax, shipping: free }, shipping: { method: id, name, by: free.by, zone: null, pickup } }
}

type Amounts = { id: string; totalCents: number; taxCents: number; shippingCents: number; paidAt: Date }

/** What was refunded: all of it, or pieces with their share of the tax. */
function refundOf({ refund }: OrderFacts, order: Amounts, items: { qty: number; price: number }[]) {
  if (!refund) return undefined
  const units = refund.isWhole ? items.map(({ qty }, at) => ({ line: at + 1, qty, restock: qty })) : refund.pieces
  const goods = units.reduce((sum, { line, qty }) => sum + qty * (items[line - 1]?.price ?? 0), 0)
  const cents = refund.isWhole ? order.totalCents : goods
  const at = new Date(+order.paidAt + refund.afterDays * DAY)
  return { ...refund, ...refundShares(order, [], cents), id: randomUUIDv7(), cents, units, at }
}

/** Accounts, and a guest for each other order. */
async function insertBuyers(tx: Db, list: DemoOrder[], passwordHash: string) {
  const firstOrders = [...Map.groupBy(list, ({ row }) => row.userId).values()].map(([first]) => first as DemoOrder)
  await tx.insert(users).values(
    firstOrders.map(({ buyer, row }) => ({
      ...{ id: row.userId, name: buyer.name, email: buyer.email, createdAt: row.createdAt, isGuest: !buyer.account },
      ...(buyer.account && { passwordHash, emailVerifiedAt: row.createdAt }),
    })),
  )
}

/** Inserts the orders with their items and the wishes to cancel. Returns their numbers by id. */
async function insertOrders(tx: Db, list: DemoOrder[]) {
  const rows = await tx
    .insert(orders)
    .values(list.map(({ row }) => row))
    .returning({ id: orders.id, number: orders.number })
  await tx.insert(orderItems).values(
    list.flatMap(({ row, items }) =>
      items.map(({ price, grams: _, ...item }, at) => ({
        ...{ ...item, orderId: row.id, line: at + 1, priceCents: price },
      })),
    ),
  )
  const dates = shipDates(orders.id, orders.shipping, orders.paidAt, sql`${nextHolidays()}`)
  await tx
    .update(orders)
    .set({ shipBy: sql`(select ship_by from (${dates}) as dates)` })
    .where(sql`true`)
  const requests = list.flatMap(({ row, facts: { cancelRequest: reason } }) =>
    reason ? [{ orderId: row.id, reason, createdAt: new Date(+row.paidAt + HOUR) }] : [],
  )
  await tx.insert(cancelRequests).values(requests)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** The payments with their log, and the coupons that they used. */
async function insertPayments(tx: Db, list: DemoOrder[]) {
  await tx.insert(paymentAttempts).values(
    list.map(({ row: { id: orderId, currentAttempt: id, totalCents: amountCents, paidAt: at }, facts, buyer }) => ({
      ...{ id, orderId, amountCents, kind: facts.market ? ('manual' as const) : ('card' as const) },
      ...{ mode: 'simulated' as const, state: 'captured' as const, processId: ACTOR },
      ...{ leaseUntil: at, nextTryAt: at, createdAt: at, updatedAt: at },
      ...(!facts.market && {
        ...{ squarePaymentId: `demo-${id}`, feeCents: feeOf(amountCents) },
        ...{ cardBrand: isAbroad(buyer) ? 'MASTERCARD' : 'VISA', cardLast4: isAbroad(buyer) ? '4444' : '1111' },
      }),
    })),
  )
  await tx.insert(paymentLog).values(
    list.flatMap(({ row: { currentAttempt: attemptId, paidAt: createdAt }, facts }) => {
      const states = facts.market ? ['captured'] : ['authorising', 'capturing', 'captured']
      return states.map((toState, at) => ({
        ...{ attemptId, toState, fromState: states[at - 1] ?? null, actor: ACTOR, createdAt },
      }))
    }),
  )
  const uses = list.flatMap(({ row: { couponId, currentAttempt: attemptId } }) =>
    couponId ? [{ couponId, attemptId, slot: attemptId, state: 'used' as const }] : [],
  )
  await tx.insert(couponUses).values(uses)
}

type Units = { productId: string; attemptId: string; qty: number; at: Date; number: number }

/** The stock movements of the sales. */
async function insertMovements(tx: Db, list: DemoOrder[], numbers: Map<string, number>) {
  const sold: Units[] = list.flatMap(({ row: { id, currentAttempt: attemptId, paidAt: at }, items }) =>
    [...Map.groupBy(items, ({ productId }) => productId)].map(([productId, those]) => ({
      ...{ productId, attemptId, at, number: numbers.get(id) ?? 0, qty: those.reduce((sum, { qty }) => sum + qty, 0) },
    })),
  )
  await tx.insert(holds).values(sold.map(({ at: _, number: __, ...hold }) => ({ ...hold, state: 'sold' as const })))
  await tx.insert(stockLedger).values(
    sold.map(({ qty, at: createdAt, productId, attemptId }) => ({
      ...{ productId, attemptId, delta: -qty, reason: 'hold' as const, createdAt },
    })),
  )
  await tx.insert(productTrace).values(
    sold.map(({ productId, qty, number, at: createdAt }) => ({
      ...{ productId, createdAt, log: PRODUCT_HISTORY.sold.replace('%s', `${qty}`).replace('%s', `${number}`) },
    })),
  )
}

async function insertRefunds(tx: Db, list: DemoOrder[], numbers: Map<string, number>) {
  const made = list.flatMap(({ refund, row, items }) => (refund ? [{ refund, row, items }] : []))
  await tx.insert(refunds).values(
    made.map(({ refund: { at, units, pieces: _, isWhole, afterDays: __, ...refund }, row }) => ({
      ...{ ...refund, orderId: row.id, attemptId: row.currentAttempt, state: 'completed' as const },
      ...{ restock: units.some(({ restock }) => restock > 0), withShipping: isWhole && row.shippingCents > 0 },
      ...{ squareRefundId: `demo-${refund.id}`, createdAt: at, updatedAt: at },
    })),
  )
  await tx
    .insert(refundItems)
    .values(made.flatMap(({ refund }) => refund.units.map((unit) => ({ ...unit, refundId: refund.id }))))
  const returned = made.flatMap(({ refund, row, items }) =>
    refund.units.flatMap(({ line, restock }) => {
      const productId = items[line - 1]?.productId
      return productId && restock > 0 ? [{ productId, restock, at: refund.at, number: numbers.get(row.id) ?? 0 }] : []
    }),
  )
  await tx.insert(stockLedger).values(
    returned.map(({ productId, restock: delta, at: createdAt }) => ({
      ...{ productId, delta, reason: 'returned' as const, createdAt },
    })),
  )
  await tx.insert(productTrace).values(
    returned.map(({ productId, number, at }) => ({
      ...{ productId, createdAt: at, log: PRODUCT_HISTORY.returned(number) },
    })),
  )
}

/** The stock before the sales: what is there now, and what was sold and did not come back. */
async function insertFirstStock(tx: Db) {
  await tx.execute(sql`
    insert into ${stockLedger} (product_id, delta, reason, created_at)
    select p.id, p.qty - sum(l.delta), 'created', p.created_at from ${products} p join ${stockLedger} l on l.product_id = p.id
    group by p.id having p.qty <> sum(l.delta)`)
  await tx.execute(sql`
    update ${productTrace} t set log = 'Created with ' || first.units || ' in stock.' from (
      select coalesce(p.parent_id, p.id) as id, sum(l.delta) as units from ${products} p
        join ${stockLedger} l on l.product_id = p.id and l.reason = 'created' group by 1) first
    where t.product_id = first.id and t.log like 'Created with %'`)
}

/** The messages of the orders, as sent in their time. */
async function insertMessages(tx: Db, list: DemoOrder[]) {
  const sent = list.flatMap(({ row, facts, refund }) => [
    { kind: 'receipt' as const, about: row.id, payload: { orderId: row.id }, at: row.paidAt },
    ...(row.deliveredAt && !facts.market
      ? [{ kind: 'shipped' as const, about: row.id, payload: { orderId: row.id }, at: row.deliveredAt }]
      : []),
    ...(refund
      ? [{ kind: 'refunded' as const, about: refund.id, payload: { refundId: refund.id }, at: refund.at }]
      : []),
  ])
  await tx.insert(outbox).values(
    sent.map(({ kind, about, payload, at }) => ({
      ...{ kind, dedupeKey: orderMailKey(kind, about), payload, tries: 1 },
      ...{ createdAt: at, nextTryAt: at, doneAt: at },
    })),
  )
}

/** What the pieces cost when they were sold, as the product says now. */
async function insertCosts(tx: Db) {
  await tx.execute(sql`
    insert into ${orderItemCosts} (order_id, line, material_cents, packaging_cents, postage_cents, minutes)
    select i.order_id, i.line, c.material_cents, c.packaging_cents, c.postage_cents, c.minutes
    from ${orderItems} i join ${products} p on p.id = i.product_id
      join product_costs c on c.product_id = coalesce(p.parent_id, p.id)`)
}
