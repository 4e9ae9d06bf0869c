import { createHash, randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { COUNTRY, HOME, isState, type Place, placeOf } from '#contract/addresses.ts'
import { countryName } from '#contract/countries.ts'
import { ORDER_FIELDS } from '#contract/messages.ts'
import { type NewOrder, type Order, PriceChanged, type ShippingAddress } from '#contract/orders.ts'
import { type Quote, quote } from '#contract/pricing.ts'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { commitWith } from '#server/platform/db/commit-with.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { placeholders, preparedFor } from '#server/platform/db/prepared-for.ts'
import { usableCoupon } from '#server/shop/coupons/coupons.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { type OrderTerms, orderTerms } from '#server/shop/settings/settings.ts'
import { requireOpen } from '#server/shop/settings/time-off.ts'
import { type Method, methodFor, methodsTo, noShipping, placedShipping, ratesBy } from '#server/shop/shipping/rates.ts'
import { taxColumnsOf } from '#server/shop/tax/order-tax.ts'
import { automaticDiscounts } from './discount-hooks.ts'
import { discountsOfItems } from './order-discounts.ts'
import { orderById } from './orders.ts'
import { type LimitedItem, placingHooks } from './placing-hooks.ts'
import { centsOf } from './price-hold.ts'
import { mergedItems, orderedProducts, type PricedItem, pricedItems } from './priced-items.ts'
import { ORDERS } from './texts.ts'

/** The lock under which an order is placed, by user or by the key of what an admin adds. */
export const PLACING_LOCK = 7_272_707

/** The highest total of an order in cents: the card service's limit of a payment. */
const MAX_CENTS = 10_000_000

/** The most unpaid orders of a user. */
const MAX_UNPAID = 50

/**
 * Places an unpaid order at the shop's own prices; stock does not change. The same order by the same user within 30
 * seconds returns the one just placed, because that is a double click. `admit` counts a new order, and throws when a
 * rate limit is reached. Throws shop_closed, no_shipping, price_changed (an amount of the request differs, or its way to
 * ship is not offered), order_too_large, or as `pricedItems`, `lockLimits`, `admit` and `usableCoupon` do.
 */
export function placeOrder(
  db: Db,
  userId: string,
  newOrder: NewOrder,
  admit: (tx: Db) => Promise<void> = async () => {},
): Promise<Order> {
  const requestHash = createHash('sha256').update(JSON.stringify(newOrder)).digest('hex')
  return db.transaction(async (tx) => {
    // Sent at once, in this order: what the others read is read under the lock.
    const [, justPlaced, productRows, terms, automatic] = await Promise.all([
      holdLock(tx, PLACING_LOCK, userId),
      placedJustNow(tx).execute({ userId, requestHash }),
      orderedProducts(tx).execute({ ids: newOrder.orderItems.map(({ product }) => product) }),
      orderTerms(tx),
      automaticDiscounts(tx),
    ])
    if (justPlaced[0]) return { ...(await orderById(tx, justPlaced[0].id)), isRepeated: true }
    requireOpen(terms)
    await admit(tx)
    const pricedList = await pricedItems(tx, newOrder.orderItems, productRows)
    const items = mergedItems(pricedList)
    const coupon = newOrder.code ? await usableCoupon(tx, newOrder.code, userId) : undefined
    const discounts = await discountsOfItems(tx, items, { coupon, automatic, timeZone: terms.timeZone })
    const { effect } = discounts
    const { method, isWanted } = wantedMethod(terms, newOrder)
    const { rates, tax } = await ratesBy(tx, terms, method, placeOf(newOrder.shippingAddress))
    const figures = quote(rates, items, effect, newOrder.giftWrap ? terms.wrapPrice : null)
    if (!isWanted) throw priceChanged(ORDERS.methodGone, figures)
    requireSamePrices(newOrder, pricedList, figures)
    requirePayableTotal(figures)
    const values = {
      ...orderOf(newOrder, figures),
      ...taxColumnsOf(figures, tax, effect),
      userId,
      requestHash,
      couponId: coupon?.id ?? null,
      ...{ coupon: discounts.coupon, discount: discounts.discount },
      shipping: placedShipping(method, items),
      ...PLACED_BY_BUYER,
    }
    for (const { noteBuyer } of placingHooks) await noteBuyer?.(tx, userId, newOrder)
    const insert = () => insertOrder(tx, values, items, discounts.lineDiscounts)
    const limitedItems = productRows.flatMap(({ limits, id }) =>
      limits.map((limit) => ({ limit, qty: quantityOf(id, items) })),
    )
    const [, order] =
      limitedItems.length > 0 ? await insertLimited(tx, limitedItems, newOrder, insert) : await commitWith(tx, insert)
    return order
  })
}

const quantityOf = (id: string, items: PricedItem[]) =>
  items.reduce((sum, { productId, qty }) => sum + (productId === id ? qty : 0), 0)

/** Inserts an order with items that only some may order. Throws as `lockLimits`. */
async function insertLimited(
  tx: Db,
  limitedItems: LimitedItem[],
  newOrder: NewOrder,
  insert: () => ReturnType<typeof insertOrder>,
) {
  const orderNoters = []
  for (const { lockLimits } of placingHooks) orderNoters.push(await lockLimits?.(tx, limitedItems, newOrder))
  const insertedRows = await insert()
  for (const noteOrder of orderNoters) await noteOrder?.(insertedRows[1]._id)
  return insertedRows
}

const PLACED_BY_BUYER = { placedBy: null, placedKey: null, mailsBuyer: true }

/** Throws order_too_large when no card could pay the total. */
export function requirePayableTotal({ totalPrice, discount }: Quote) {
  if (totalPrice + discount > MAX_CENTS) throw new AppError('order_too_large', ORDERS.tooLarge)
}

/** Throws rate_limited when the user has 50 unpaid orders. */
export async function requireFewUnpaid(tx: Db, userId: string) {
  const isOpen = and(isNull(orders.deletedAt), isNull(orders.canceledAt))
  const isUnpaid = and(eq(orders.userId, userId), eq(orders.state, 'unpaid'), isOpen)
  if ((await tx.$count(orders, isUnpaid)) < MAX_UNPAID) return
  throw new AppError('rate_limited', ORDERS.tooManyUnpaid(MAX_UNPAID))
}

const placedJustNow = preparedFor((db) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, sql.placeholder('userId')),
        eq(orders.requestHash, sql.placeholder('requestHash')),
        ne(orders.state, 'paid'),
        isNull(orders.deletedAt),
        isNull(orders.canceledAt),
        gt(orders.createdAt, sql`now() - interval '30 seconds'`),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
    .prepare('placed_just_now'),
)

/**
 * Throws price_changed unless every amount in the request is the shop's, and when it asks for gift wrap that the shop
 * does not offer. Omitted amounts are not compared. `priced` are the items of the request.
 */
function requireSamePrices(newOrder: NewOrder, itemList: PricedItem[], figures: Quote) {
  const isSame = (theirs: number | undefined, ours: number | undefined) => theirs === undefined || theirs === ours
  const matches =
    newOrder.orderItems.every(({ price }, place) => isSame(price, itemList[place]?.price)) &&
    isSame(newOrder.itemsPrice, figures.itemsPrice) &&
    isSame(newOrder.shippingPrice, figures.shippingPrice) &&
    isSame(newOrder.taxPrice, figures.taxPrice) &&
    isSame(newOrder.wrapPrice, figures.wrapPrice ?? 0) &&
    isSame(newOrder.totalPrice, figures.totalPrice)
  const lacksWrap = newOrder.giftWrap && figures.wrapPrice === undefined
  if (matches && !lacksWrap) return
  throw priceChanged(lacksWrap ? ORDERS.noGiftWrap : ORDERS.pricesDiffer, figures)
}

/** The error of a request with other figures than the shop's, which it names. */
export const priceChanged = (message: string, figures: Quote) =>
  new AppError('price_changed', message, { quote: z.encode(PriceChanged.shape.quote, figures) })

/**
 * The method of an order, or the first one to its address when the one it names is not offered any more. Throws
 * no_shipping when nothing is shipped there.
 */
function wantedMethod(terms: OrderTerms, { shippingAddress, shippingMethod }: NewOrder) {
  const place = placeOf(shippingAddress)
  if (!terms.shipping) requireState(place)
  const methods = methodsTo(terms, place)
  const newOrder = methodFor(methods, shippingMethod)
  const method: Method | undefined = newOrder ?? methodFor(methods, undefined)
  if (!method) throw new AppError('no_shipping', noShipping(place))
  return { method, isWanted: newOrder !== undefined }
}

/** A shop without a shipping plan ships to the 50 states. Throws invalid_request for any other place. */
function requireState({ country, state = '' }: Place) {
  if (country === HOME && isState(state)) return
  const issues = [{ path: 'shippingAddress.state', message: ORDER_FIELDS.chooseState }]
  throw new AppError('invalid_request', ORDER_FIELDS.chooseState, { issues })
}

/** A shipping address as columns of an order. */
export const addressColumns = ({ address, address2, recipient, city, postalCode, ...to }: ShippingAddress) => {
  const { countryCode = HOME, phone } = to
  return {
    address,
    address2: address2 || null,
    recipientName: recipient || null,
    city,
    addressState: to.state.trim(),
    postalCode,
    country: countryCode === HOME ? COUNTRY : countryName(countryCode),
    countryCode,
    phone: countryCode === HOME ? null : phone || null,
  }
}

const orderOf = ({ shippingAddress, paymentMethod, giftNote }: NewOrder, figures: Quote) => ({
  ...addressColumns(shippingAddress),
  paymentMethod,
  giftNote: giftNote || null,
  ...centsOf(figures),
})

/**
 * Inserts an order with its items and what discounts take off each of them, in one statement. Returns its row and the
 * order, sent at once.
 */
export function insertOrder(tx: Db, values: InsertedOrder, itemList: PricedItem[], lineDiscounts: number[]) {
  const id = randomUUIDv7()
  const items = JSON.stringify(
    itemList.map((item, index) => ({ ...item, line: index + 1, discount: lineDiscounts[index] })),
  )
  return Promise.all([insertion(tx).execute({ ...values, id, items }), orderById(tx, id)])
}

const insertValues = placeholders(
  'id',
  'userId',
  'requestHash',
  'couponId',
  'coupon',
  'discount',
  'address',
  'address2',
  'recipientName',
  'city',
  'addressState',
  'postalCode',
  'country',
  'countryCode',
  'phone',
  'paymentMethod',
  'itemsCents',
  'shippingCents',
  'taxCents',
  'taxPpm',
  'taxBaseCents',
  'tax',
  'taxIncluded',
  'wrapCents',
  'giftNote',
  'discountCents',
  'totalCents',
  'shipping',
  'placedBy',
  'placedKey',
  'mailsBuyer',
)
type InsertedOrder = Pick<typeof orders.$inferSelect, Exclude<keyof typeof insertValues, 'id'>>

const insertion = preparedFor((db) => {
  const placedOrder = db.$with('placed').as(db.insert(orders).values(insertValues).returning({ id: orders.id }))
  const items = db.$with('items', {}).as(sql`
    insert into ${orderItems} (order_id, line, product_id, name, image, qty, price_cents, discount_cents, answers, make_days, customs)
    select placed.id, line.* from ${placedOrder}, jsonb_to_recordset(${sql.placeholder('items')}) as line (line int, "productId" uuid, name text, image text, qty int, price int, discount int, answers jsonb, "makeDays" smallint, customs jsonb)`)
  return db.with(placedOrder, items).select().from(placedOrder).prepare('insert_order')
})
