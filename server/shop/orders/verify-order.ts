import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { itemName } from '#contract/order-items.ts'
import type { Order } from '#contract/orders.ts'
import { quote, type Rates } from '#contract/pricing.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { placeholders, preparedFor } from '#server/platform/db/prepared-for.ts'
import { type Caller, requireReachable } from '#server/shop/accounts/sessions.ts'
import { unitGrams } from '#server/shop/catalog/families.ts'
import { isGone, unitsLeft } from '#server/shop/catalog/for-sale.ts'
import { placedCoupon } from '#server/shop/coupons/coupons.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders, orderVerifyLog } from '#server/shop/schema/orders.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import { orderTerms } from '#server/shop/settings/settings.ts'
import { placedShipping, ratesOfOrder } from '#server/shop/shipping/rates.ts'
import { taxColumnsOf } from '#server/shop/tax/order-tax.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { discountsNow } from './order-discounts.ts'
import { orderById, recordedOrder, shownColumns, toOrder } from './orders.ts'
import { centsOf, isPriceHoldOver, wrapPriceNow } from './price-hold.ts'
import { answersNow, shopPrice } from './shop-prices.ts'

type OrderRow = typeof orders.$inferSelect
type ItemRow = Awaited<ReturnType<ReturnType<typeof linesOf>['execute']>>[number]
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
  const [row] = await orderToVerify(db).execute({ id, userId, tokenHash: session?.tokenHash ?? null })
  if (!row) throw notFound(NOT_FOUND.order)
  const { lacksItems, ...orderRow } = row
  return isUpToDate(orderRow.order, lacksItems) ? toOrder(orderRow) : updatedOrder(db, id, userId)
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
  const sessionUpdate = db.$with('noted', {}).as(sql`
    update ${sessions} set order_id = ${orders.id} from ${orders}
    where ${isTheirs} and ${sessions.tokenHash} = ${tokenHash} and ${sessions.orderId} is distinct from ${orders.id}`)
  return db
    .with(sessionUpdate)
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
    const [[order], itemRows, orderShown] = await Promise.all([
      touchedOrder(tx).execute({ id, userId }),
      linesOf(tx).execute({ id }),
      recordedOrder(tx, id),
    ])
    if (!order) throw notFound(NOT_FOUND.order)
    const isOpen = order.state === 'unpaid' && !order.canceledAt
    const isChanged = isOpen && (await bringUpToDate(tx, order, itemRows))
    return isChanged ? orderById(tx, id) : orderShown
  })
}

/** Locks and returns the caller's order, which counts as touched while it is unpaid. */
const touchedOrder = preparedFor((db) => {
  const { id, userId } = placeholders('id', 'userId')
  const touchedAt = sql`case when ${orders.state} = 'unpaid' then now() else ${orders.touchedAt} end`
  return db
    .update(orders)
    .set({ touchedAt })
    .where(and(eq(orders.id, id), eq(orders.userId, userId), isNull(orders.deletedAt)))
    .returning()
    .prepare('touched_order')
})

/** Returns whether anything of the order has changed. */
async function bringUpToDate(tx: Db, order: OrderRow, itemRows: ItemRow[]): Promise<boolean> {
  const available = fittedToStock(itemRows)
  const short = available.filter(({ qty }, at) => qty !== itemRows[at]?.qty)
  const availableItems = available.filter(({ qty }) => qty > 0)
  const lostCoupon = order.couponId ? await placedCoupon(tx, order.couponId, order.userId) : null
  const isStale = isPriceHoldOver(order)
  await lowerItems(tx, order.id, short)
  if (isStale) await takeShopPrices(tx, order.id)
  // An order without changes keeps its amounts, whatever the shop's rates are now.
  if (short.length === 0 && !lostCoupon?.loss && !isStale) return false
  const terms = await orderTerms(tx)
  const { method, rates, tax } = await ratesOfOrder(tx, terms, order)
  const pricedItems = isStale ? availableItems.map((item) => ({ ...item, price: item.shopPrice })) : availableItems
  const wrap = isStale ? wrapPriceNow(order, terms) : order.wrapCents
  const couponLeft = lostCoupon?.loss ? null : order.coupon
  const discounts = discountsNow({ coupon: couponLeft, discount: order.discount }, pricedItems)
  const figures = quote(rates, pricedItems, discounts.effect, wrap)
  const entry = { orderId: order.id, totalCents: figures.totalPrice }
  const entries: LogEntry[] = []
  if (lostCoupon?.loss)
    entries.push({ ...entry, kind: 'coupon_removed', code: lostCoupon.coupon.code, reason: lostCoupon.loss })
  if ((isStale && haveNewPrices(availableItems)) || haveNewRates(order, itemRows, rates))
    entries.push({ ...entry, kind: 'prices_changed' })
  if (entries.length > 0) await tx.insert(orderVerifyLog).values(entries)
  const { coupon, discount, effect } = discounts
  const couponId = coupon ? order.couponId : null
  const shipping = placedShipping(method, pricedItems)
  await tx
    .update(orders)
    .set({ ...centsOf(figures), ...taxColumnsOf(figures, tax, effect), shipping, couponId, coupon, discount })
    .where(eq(orders.id, order.id))
  await saveLineDiscounts(tx, order.id, pricedItems, discounts.lineDiscounts)
  return true
}

/** The lines with what can be bought of them. Lines of one product share its stock, the first of them first. */
function fittedToStock(itemRows: ItemRow[]): ItemRow[] {
  const stock = new Map(itemRows.map(({ productId, stock }) => [productId, stock]))
  return itemRows.map((item) => {
    const qtyLeft = stock.get(item.productId) ?? 0
    const qty = Math.min(item.qty, qtyLeft)
    stock.set(item.productId, qtyLeft - qty)
    return { ...item, qty }
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

const haveNewPrices = (itemRows: ItemRow[]) => itemRows.some(({ price, shopPrice }) => price !== shopPrice)

/** Whether shipping or tax of the unchanged order differs from its stored amounts. */
function haveNewRates(order: OrderRow, itemRows: ItemRow[], rates: Rates) {
  const { effect } = discountsNow(order, itemRows)
  const { shippingPrice, taxPrice } = quote(rates, itemRows, effect, order.wrapCents)
  return shippingPrice !== order.shippingCents || taxPrice !== order.taxCents
}

/** Gives items the quantities of these lines and removes those with none, with an entry in the log for each. */
async function lowerItems(tx: Db, orderId: string, short: ItemRow[]) {
  if (short.length === 0) return
  const [goneItems, loweredItems] = [short.filter(({ qty }) => qty === 0), short.filter(({ qty }) => qty > 0)]
  const ofOrder = eq(orderItems.orderId, orderId)
  await tx.delete(orderItems).where(and(ofOrder, inArray(orderItems.line, placesOf(goneItems))))
  const quantities = sql.param(loweredItems.map(({ qty }) => qty))
  await tx
    .update(orderItems)
    .set({ qty: sql`fitted.qty` })
    .from(sql`unnest(${sql.param(placesOf(loweredItems))}::int[], ${quantities}::int[]) as fitted (line, qty)`)
    .where(and(ofOrder, sql`${orderItems.line} = fitted.line`))
  await tx.insert(orderVerifyLog).values(
    short.map((item) => ({
      orderId,
      kind: 'item_removed' as const,
      item: itemName(item),
      qtyLeft: item.qty || null,
    })),
  )
}

/** Saves what discounts take off the lines, as far as that has changed. */
const saveLineDiscounts = (tx: Db, orderId: string, itemRows: ItemRow[], lineDiscounts: number[]) =>
  tx
    .update(orderItems)
    .set({ discountCents: sql`off.cents` })
    .from(sql`unnest(${sql.param(placesOf(itemRows))}::int[], ${sql.param(lineDiscounts)}::int[]) as off (line, cents)`)
    .where(
      and(
        eq(orderItems.orderId, orderId),
        sql`${orderItems.line} = off.line and ${orderItems.discountCents} <> off.cents`,
      ),
    )

const placesOf = (itemRows: ItemRow[]) => itemRows.map(({ line }) => line)

const takeShopPrices = (tx: Db, orderId: string) =>
  tx
    .update(orderItems)
    .set({ priceCents: shopPrice, answers: answersNow })
    .from(products)
    .where(and(eq(orderItems.orderId, orderId), eq(products.id, orderItems.productId)))
