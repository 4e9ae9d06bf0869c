import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { itemName } from '#contract/order-items.ts'
import type { Order } from '#contract/orders.ts'
import { quote, type Rates } from '#contract/pricing.ts'
import { type Caller, requireReachable } from '../accounts/sessions.ts'
import { unitGrams } from '../catalog/families.ts'
import { isGone, unitsLeft } from '../catalog/for-sale.ts'
import { placedCoupon } from '../coupons/coupons.ts'
import type { Db } from '../db/client.ts'
import { orderItems, orders, orderVerifyLog } from '../db/order-schema.ts'
import { placeholders, preparedFor } from '../db/prepared-for.ts'
import { products, sessions, users } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { orderTerms } from '../settings/settings.ts'
import { placedShipping, ratesOfOrder } from '../shipping/rates.ts'
import { taxColumnsOf } from '../tax/order-tax.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { orderById, recordedOrder, shownColumns, toOrder } from './orders.ts'
import { centsOf, isPriceHoldOver, wrapPriceNow } from './price-hold.ts'
import { answersNow, shopPrice } from './shop-prices.ts'

type OrderRow = typeof orders.$inferSelect
type Line = Awaited<ReturnType<ReturnType<typeof linesOf>['execute']>>[number]
type LogEntry = typeof orderVerifyLog.$inferInsert

/**
 * Brings an unpaid order up to date: lowers items to what is left of them, removes those that are gone and a coupon that
 * can no longer be used, takes the shop's prices when the price hold has ended, and logs each change. Orders in other
 * states do not change. The session remembers the order as the last one opened. An order with nothing to change, such as
 * one just placed, is not locked. Throws not_found for everyone but the owner.
 */
export async function verifyOrder(db: Db, id: string, caller: Caller): Promise<Order> {
  requireReachable(caller, id)
  const { id: userId, session } = caller
  const [found] = await orderToVerify(db).execute({ id, userId, tokenHash: session?.tokenHash ?? null })
  if (!found) throw notFound(NOT_FOUND.order)
  const { lacksItems, ...shown } = found
  return isUpToDate(shown.order, lacksItems) ? toOrder(shown) : updatedOrder(db, id, userId)
}

/** SQL condition: an item of the order is gone or short. */
const lacksItems = sql<boolean>`exists (
  select from ${orderItems} join ${products} on ${products.id} = ${orderItems.productId}
  where ${orderItems.orderId} = ${orders.id}
  group by ${products.id} having ${isGone(sql`sum(${orderItems.qty})`)})`

/** The caller's order, which the statement notes in the session. */
const orderToVerify = preparedFor((db) => {
  const { id, userId, tokenHash } = placeholders('id', 'userId', 'tokenHash')
  const isTheirs = and(eq(orders.id, id), eq(orders.userId, userId), isNull(orders.deletedAt))
  const noted = db.$with('noted', {}).as(sql`
    update ${sessions} set order_id = ${orders.id} from ${orders}
    where ${isTheirs} and ${sessions.tokenHash} = ${tokenHash} and ${sessions.orderId} is distinct from ${orders.id}`)
  return db
    .with(noted)
    .select({ ...shownColumns, lacksItems })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(isTheirs)
    .prepare('order_to_verify')
})

/** That an unpaid order was opened is noted at most once an hour; it is deleted when it was not for 30 days. */
const TOUCH_NOTED_EVERY_MS = 60 * 60 * 1000

/** Whether opening the order would change nothing of it. A coupon is looked at under the lock of its order. */
function isUpToDate(order: OrderRow, lacksItems: boolean) {
  if (order.state !== 'unpaid') return true
  const isTouched = Date.now() - order.touchedAt.getTime() < TOUCH_NOTED_EVERY_MS
  return isTouched && !lacksItems && !order.couponId && !isPriceHoldOver(order)
}

/** Locks an order and brings it up to date. */
function updatedOrder(db: Db, id: string, userId: string): Promise<Order> {
  return db.transaction(async (tx) => {
    // Sent at once: the lock of the first comes before what the others read.
    const [[order], lines, shown] = await Promise.all([
      touchedOrder(tx).execute({ id, userId }),
      linesOf(tx).execute({ id }),
      recordedOrder(tx, id),
    ])
    if (!order) throw notFound(NOT_FOUND.order)
    const isOpen = order.state === 'unpaid' && !order.canceledAt
    const isChanged = isOpen && (await bringUpToDate(tx, order, lines))
    return isChanged ? orderById(tx, id) : shown
  })
}

/** Locks and returns the caller's order, which counts as touched while it is unpaid. */
const touchedOrder = preparedFor((db) => {
  const { id, userId } = placeholders('id', 'userId')
  const touched = sql`case when ${orders.state} = 'unpaid' then now() else ${orders.touchedAt} end`
  return db
    .update(orders)
    .set({ touchedAt: touched })
    .where(and(eq(orders.id, id), eq(orders.userId, userId), isNull(orders.deletedAt)))
    .returning()
    .prepare('touched_order')
})

/** Returns whether anything of the order has changed. */
async function bringUpToDate(tx: Db, order: OrderRow, lines: Line[]): Promise<boolean> {
  const available = fittedToStock(lines)
  const short = available.filter(({ qty }, at) => qty !== lines[at]?.qty)
  const left = available.filter(({ qty }) => qty > 0)
  const lost = order.couponId ? await placedCoupon(tx, order.couponId) : null
  const isStale = isPriceHoldOver(order)
  await lowerItems(tx, order.id, short)
  if (isStale) await takeShopPrices(tx, order.id)
  // An order without changes keeps its amounts, whatever the shop's rates are now.
  if (short.length === 0 && !lost?.loss && !isStale) return false
  const terms = await orderTerms(tx)
  const { method, rates, tax } = await ratesOfOrder(tx, terms, order)
  const priced = isStale ? left.map((line) => ({ ...line, price: line.shopPrice })) : left
  const wrap = isStale ? wrapPriceNow(order, terms) : order.wrapCents
  const coupon = lost?.loss ? null : order.coupon
  const figures = quote(rates, priced, coupon, wrap)
  const entry = { orderId: order.id, totalCents: figures.totalPrice }
  const entries: LogEntry[] = []
  if (lost?.loss) entries.push({ ...entry, kind: 'coupon_removed', code: lost.coupon.code, reason: lost.loss })
  if ((isStale && haveNewPrices(left)) || haveNewRates(order, lines, rates))
    entries.push({ ...entry, kind: 'prices_changed' })
  if (entries.length > 0) await tx.insert(orderVerifyLog).values(entries)
  const withoutCoupon = lost?.loss ? { couponId: null, coupon: null } : {}
  const shipping = placedShipping(method, priced)
  await tx
    .update(orders)
    .set({ ...centsOf(figures), ...taxColumnsOf(figures, tax, coupon), shipping, ...withoutCoupon })
    .where(eq(orders.id, order.id))
  return true
}

/** The lines with what can be bought of them. Lines of one product share its stock, the first of them first. */
function fittedToStock(lines: Line[]): Line[] {
  const stock = new Map(lines.map(({ productId, stock }) => [productId, stock]))
  return lines.map((line) => {
    const left = stock.get(line.productId) ?? 0
    const qty = Math.min(line.qty, left)
    stock.set(line.productId, left - qty)
    return { ...line, qty }
  })
}

const linesOf = preparedFor((db) =>
  db
    .select({
      line: orderItems.line,
      productId: orderItems.productId,
      name: orderItems.name,
      qty: orderItems.qty,
      price: orderItems.priceCents,
      answers: orderItems.answers,
      shopPrice,
      grams: unitGrams,
      stock: unitsLeft,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(eq(orderItems.orderId, sql.placeholder('id')))
    .orderBy(asc(orderItems.line))
    .prepare('lines_of_order'),
)

const haveNewPrices = (lines: Line[]) => lines.some(({ price, shopPrice }) => price !== shopPrice)

/** Whether shipping or tax of the unchanged order differs from its stored amounts. */
function haveNewRates(order: OrderRow, lines: Line[], rates: Rates) {
  const { shippingPrice, taxPrice } = quote(rates, lines, order.coupon, order.wrapCents)
  return shippingPrice !== order.shippingCents || taxPrice !== order.taxCents
}

/** Gives items the quantities of these lines and removes those with none, with an entry in the log for each. */
async function lowerItems(tx: Db, orderId: string, short: Line[]) {
  if (short.length === 0) return
  const [gone, lowered] = [short.filter(({ qty }) => qty === 0), short.filter(({ qty }) => qty > 0)]
  const ofOrder = eq(orderItems.orderId, orderId)
  await tx.delete(orderItems).where(and(ofOrder, inArray(orderItems.line, placesOf(gone))))
  const quantities = sql.param(lowered.map(({ qty }) => qty))
  await tx
    .update(orderItems)
    .set({ qty: sql`fitted.qty` })
    .from(sql`unnest(${sql.param(placesOf(lowered))}::int[], ${quantities}::int[]) as fitted (line, qty)`)
    .where(and(ofOrder, sql`${orderItems.line} = fitted.line`))
  await tx.insert(orderVerifyLog).values(
    short.map((line) => ({
      orderId,
      kind: 'item_removed' as const,
      item: itemName(line),
      qtyLeft: line.qty || null,
    })),
  )
}

const placesOf = (lines: Line[]) => lines.map(({ line }) => line)

const takeShopPrices = (tx: Db, orderId: string) =>
  tx
    .update(orderItems)
    .set({ priceCents: shopPrice, answers: answersNow })
    .from(products)
    .where(and(eq(orderItems.orderId, orderId), eq(products.id, orderItems.productId)))
