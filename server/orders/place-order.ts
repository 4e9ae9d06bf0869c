import { createHash, randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { COUNTRY, HOME, isState, type Place, placeOf } from '#contract/addresses.ts'
import { countryName } from '#contract/countries.ts'
import { ORDER_FIELDS } from '#contract/messages.ts'
import { type NewOrder, type Order, PriceChanged, type ShippingAddress } from '#contract/orders.ts'
import { type Quote, quote } from '#contract/pricing.ts'
import { usableCoupon } from '../coupons/coupons.ts'
import type { Db } from '../db/client.ts'
import { commitWith } from '../db/commit-with.ts'
import { holdLock } from '../db/locks.ts'
import { orderItems, orders } from '../db/order-schema.ts'
import { placeholders, preparedFor } from '../db/prepared-for.ts'
import { lockAdmissions, noteOrderOf } from '../drops/admissions.ts'
import { AppError } from '../errors.ts'
import { type OrderTerms, orderTerms } from '../settings/settings.ts'
import { requireOpen } from '../settings/time-off.ts'
import { type Method, methodFor, methodsTo, noShipping, placedShipping, ratesBy } from '../shipping/rates.ts'
import { taxColumnsOf } from '../tax/order-tax.ts'
import { ORDERS } from '../texts/orders.ts'
import { orderById } from './orders.ts'
import { centsOf } from './price-hold.ts'
import { merged, orderedProducts, type PricedItem, pricedItems } from './priced-items.ts'

type Coupon = Awaited<ReturnType<typeof usableCoupon>>

/** The highest total of an order in cents: the card service's limit of a payment. */
const MAX_CENTS = 10_000_000

/** The most unpaid orders of a user. */
const MAX_UNPAID = 50

/**
 * Places an unpaid order at the shop's own prices; stock does not change. The same order by the same user within 30
 * seconds returns the one just placed, because that is a double click. `admit` counts a new order, and throws when a
 * rate limit is reached. Throws shop_closed, no_shipping, price_changed (an amount of the request differs, or its way to
 * ship is not offered), order_too_large, or as `pricedItems`, `lockAdmissions`, `admit` and `usableCoupon` do.
 */
export function placeOrder(
  db: Db,
  userId: string,
  wanted: NewOrder,
  admit: (tx: Db) => Promise<void> = async () => {},
): Promise<Order> {
  const requestHash = createHash('sha256').update(JSON.stringify(wanted)).digest('hex')
  return db.transaction(async (tx) => {
    // Sent at once, in this order: what the others read is read under the lock.
    const [, justPlaced, known, terms] = await Promise.all([
      holdLock(tx, 'placeOrder', userId),
      placedJustNow(tx).execute({ userId, requestHash }),
      orderedProducts(tx).execute({ ids: wanted.orderItems.map(({ product }) => product) }),
      orderTerms(tx),
    ])
    if (justPlaced[0]) return { ...(await orderById(tx, justPlaced[0].id)), isRepeated: true }
    requireOpen(terms)
    await admit(tx)
    const priced = await pricedItems(tx, wanted.orderItems, known)
    const items = merged(priced)
    const coupon = wanted.code ? await usableCoupon(tx, wanted.code) : undefined
    const effect = coupon && effectOf(coupon)
    const { method, isWanted } = wantedMethod(terms, wanted)
    const { rates, tax } = await ratesBy(tx, terms, method, placeOf(wanted.shippingAddress))
    const figures = quote(rates, items, effect, wanted.giftWrap ? terms.wrapPrice : null)
    if (!isWanted) throw priceChanged(ORDERS.methodGone, figures)
    requireSamePrices(wanted, priced, figures)
    requirePayableTotal(figures)
    const values = {
      ...orderOf(wanted, figures),
      ...taxColumnsOf(figures, tax, effect),
      userId,
      requestHash,
      couponId: coupon?.id ?? null,
      coupon: effect ?? null,
      shipping: placedShipping(method, items),
      ...PLACED_BY_BUYER,
    }
    const insert = () => insertOrder(tx, values, items)
    const ofDrops = known.flatMap(({ dropId, id }) => (dropId ? [{ dropId, qty: quantityOf(id, items) }] : []))
    const [, order] =
      ofDrops.length > 0 ? await insertAdmitted(tx, ofDrops, wanted, insert) : await commitWith(tx, insert)
    return order
  })
}

const quantityOf = (id: string, items: PricedItem[]) =>
  items.reduce((sum, { productId, qty }) => sum + (productId === id ? qty : 0), 0)

/** Inserts an order with pieces of drops, whose admissions it uses. Throws as `lockAdmissions`. */
async function insertAdmitted(
  tx: Db,
  ofDrops: { dropId: string; qty: number }[],
  { tickets = [] }: NewOrder,
  insert: () => ReturnType<typeof insertOrder>,
) {
  const places = await lockAdmissions(tx, ofDrops, tickets)
  const inserted = await insert()
  if (places.length > 0) await noteOrderOf(tx, inserted[1]._id, places)
  return inserted
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
function requireSamePrices(wanted: NewOrder, priced: PricedItem[], figures: Quote) {
  const isSame = (sent: number | undefined, ours: number | undefined) => sent === undefined || sent === ours
  const matches =
    wanted.orderItems.every(({ price }, place) => isSame(price, priced[place]?.price)) &&
    isSame(wanted.itemsPrice, figures.itemsPrice) &&
    isSame(wanted.shippingPrice, figures.shippingPrice) &&
    isSame(wanted.taxPrice, figures.taxPrice) &&
    isSame(wanted.wrapPrice, figures.wrapPrice ?? 0) &&
    isSame(wanted.totalPrice, figures.totalPrice)
  const lacksWrap = wanted.giftWrap && figures.wrapPrice === undefined
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
  const wanted = methodFor(methods, shippingMethod)
  const method: Method | undefined = wanted ?? methodFor(methods, undefined)
  if (!method) throw new AppError('no_shipping', noShipping(place))
  return { method, isWanted: wanted !== undefined }
}

/** A shop without a shipping plan ships to the 50 states. Throws invalid_request for any other place. */
function requireState({ country, state = '' }: Place) {
  if (country === HOME && isState(state)) return
  const issues = [{ path: 'shippingAddress.state', message: ORDER_FIELDS.chooseState }]
  throw new AppError('invalid_request', ORDER_FIELDS.chooseState, { issues })
}

/** What a coupon does to the price of an order. */
export const effectOf = ({ code, amountCents, freeShip, taxFree }: Coupon) => ({
  code,
  amount: amountCents,
  freeShip,
  taxFree,
})

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

/** Inserts an order with its items, in one statement. Returns its row and the order, sent at once. */
export function insertOrder(tx: Db, values: InsertedOrder, priced: PricedItem[]) {
  const id = randomUUIDv7()
  const items = JSON.stringify(priced.map((item, index) => ({ ...item, line: index + 1 })))
  return Promise.all([insertion(tx).execute({ ...values, id, items }), orderById(tx, id)])
}

const inserted = placeholders(
  'id',
  'userId',
  'requestHash',
  'couponId',
  'coupon',
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
type InsertedOrder = Pick<typeof orders.$inferSelect, Exclude<keyof typeof inserted, 'id'>>

const insertion = preparedFor((db) => {
  const placed = db.$with('placed').as(db.insert(orders).values(inserted).returning({ id: orders.id }))
  const items = db.$with('items', {}).as(sql`
    insert into ${orderItems} (order_id, line, product_id, name, image, qty, price_cents, answers, make_days, customs)
    select placed.id, line.* from ${placed}, jsonb_to_recordset(${sql.placeholder('items')}) as line (line int, "productId" uuid, name text, image text, qty int, price int, answers jsonb, "makeDays" smallint, customs jsonb)`)
  return db.with(placed, items).select().from(placed).prepare('insert_order')
})
