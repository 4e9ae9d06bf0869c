// Orders that the seller adds for buyers who called, wrote or stood in front of her. The buyer is a guest; the order is
// priced, paid, refunded and reported like any other.

import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { HOME, type Place, placeOf } from '#contract/addresses.ts'
import { isUnusualPrice, type ManualQuote, type ManualQuoteQuery, type NewManualOrder } from '#contract/admin/orders.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import type { Order } from '#contract/orders.ts'
import { type Quote, quote } from '#contract/pricing.ts'
import { AppError } from '#server/errors.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { usableCoupon } from '#server/shop/coupons/coupons.ts'
import { queueOrderLink } from '#server/shop/notifications/queue.ts'
import { discountsNow, discountsOfItems } from '#server/shop/orders/order-discounts.ts'
import { orderById } from '#server/shop/orders/orders.ts'
import {
  addressColumns,
  insertOrder,
  PLACING_LOCK,
  priceChanged,
  requirePayableTotal,
} from '#server/shop/orders/place-order.ts'
import { centsOf } from '#server/shop/orders/price-hold.ts'
import { mergedItems, orderedProducts, pricedItems } from '#server/shop/orders/priced-items.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { payManually } from '#server/shop/payments/attempts.ts'
import { TO_SELLER } from '#server/shop/payments/refusals.ts'
import { orderNotes, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { type OrderTerms, orderTerms } from '#server/shop/settings/settings.ts'
import {
  agreedMethod,
  HAND_OVER,
  type Method,
  methodFor,
  methodsTo,
  noShipping,
  placedShipping,
  ratesBy,
} from '#server/shop/shipping/rates.ts'
import { taxColumnsOf } from '#server/shop/tax/order-tax.ts'

/**
 * The admin who adds an order, the actor of its payment, and its buyer, whom the caller tells of it; without one, a new
 * guest.
 */
type AddedBy = { by: string; actor: string; buyerId?: string }

type ManualItems = Pick<ManualQuoteQuery, 'orderItems' | 'discount' | 'code'>
type Delivery = NewManualOrder['delivery']

/**
 * Adds an order for a buyer. With a payment it takes the stock in the same transaction, so that of two buyers of the last
 * piece one gets it; one that is handed over counts as shipped. The same request again returns the order that it added.
 * Throws order_added when its key has added another order, price_changed, price_unconfirmed, order_too_large, no_shipping, or as
 * `pricedItems`, `usableCoupon` and `payManually` do, worded for the seller.
 */
export async function addOrder(db: Database, newOrder: NewManualOrder, addedBy: AddedBy): Promise<Order> {
  const id = await db.transaction((tx) => addOrderIn(tx, newOrder, addedBy))
  return orderById(db, id)
}

/** Adds an order as `addOrder` does, in the caller's transaction, and returns its id. */
export async function addOrderIn(
  tx: Db,
  { key, ...manualItems }: NewManualOrder,
  { buyerId, ...addedBy }: AddedBy,
): Promise<string> {
  const requestHash = createHash('sha256').update(JSON.stringify(manualItems)).digest('hex')
  await holdLock(tx, PLACING_LOCK, key)
  const before = await addedBefore(tx, key, requestHash)
  if (before) return before
  const { delivery, buyer, payment, note, emails, totalPrice } = manualItems
  const terms = await orderTerms(tx)
  const { by: way, ...address } = delivery
  const place = 'shippingAddress' in address ? placeOf(address.shippingAddress) : NO_PLACE
  const method = wayToShip(terms, delivery, place)
  const { items, coupon, discounts, tax, figures } = await pricedOrder(tx, terms, manualItems, {
    ...{ method, place },
    isTaxIncluded: isTaxIncluded(delivery),
  })
  if (figures.totalPrice !== totalPrice) throw priceChanged(ORDERS.pricesDiffer, figures)
  requirePayableTotal(figures)
  requireConfirmedPrice(figures, manualItems)
  const values = {
    ...('shippingAddress' in address ? addressColumns(address.shippingAddress) : NO_ADDRESS),
    ...centsOf(figures),
    ...taxColumnsOf(figures, tax, discounts.effect),
    ...{ requestHash, placedBy: addedBy.by, placedKey: key, mailsBuyer: emails },
    ...{ paymentMethod: PAYMENT_METHOD, giftNote: null },
    userId: buyerId ?? (await newBuyer(tx, buyer)),
    couponId: coupon?.id ?? null,
    ...{ coupon: discounts.coupon, discount: discounts.discount },
    shipping: placedShipping(method, items),
  }
  const [, { _id: orderId }] = await insertOrder(tx, values, items, discounts.lineDiscounts)
  if (note) await tx.insert(orderNotes).values({ orderId, userId: addedBy.by, text: note })
  if (payment) await payNow(tx, orderId, { ...payment, ...addedBy })
  else if (emails && !buyerId) await queueOrderLink(tx, orderId)
  if (way === 'hand' && payment) await tx.update(orders).set({ deliveredAt: sql`now()` }).where(eq(orders.id, orderId))
  return orderId
}

/** The order that this key has added. Throws order_added when the request was another one. */
async function addedBefore(tx: Db, key: string, requestHash: string): Promise<string | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.placedKey, key))
  if (!order || order.requestHash === requestHash) return order?.id
  throw new AppError('order_added', ORDERS.addedBefore(order.number), { order: order.id })
}

function requireConfirmedPrice(figures: Quote, { discount = 0, payment, confirmsPrice }: Omit<NewManualOrder, 'key'>) {
  const isGift = payment?.paidBy === 'gift'
  if (!confirmsPrice && isUnusualPrice(figures, { discount, isGift }))
    throw new AppError('price_unconfirmed', ORDERS.priceUnconfirmed)
}

/** Where nothing is sent: the shop's own place counts for the tax. */
export const NO_PLACE: Place = { country: HOME }
const NO_ADDRESS = {
  ...{ address: '', address2: null, recipientName: null },
  ...{ city: '', addressState: '', postalCode: '', country: '', countryCode: HOME, phone: null },
}

/** Inserts the buyer as a guest; returns the id. */
async function newBuyer(tx: Db, { name, email }: NewManualOrder['buyer']) {
  const buyer = { name: name || ORDERS.unnamedBuyer, email, isGuest: true }
  return onlyRow(await tx.insert(users).values(buyer).returning({ id: users.id })).id
}

async function payNow(tx: Db, orderId: string, payment: Parameters<typeof payManually>[2]) {
  await payManually(tx, onlyRow(await tx.select().from(orders).where(eq(orders.id, orderId))), payment)
}

/** The way to ship of an order that is added. Throws no_shipping, and methodGone as price_changed. */
function wayToShip(terms: OrderTerms, delivery: Delivery, place: Place): Method {
  if (delivery.by === 'hand') return HAND_OVER
  const methods = methodsTo(terms, place)
  if (delivery.by === 'pickup') return orNone(pickupIn(methods), ORDERS.noPickup)
  if (delivery.price !== undefined) return agreedMethod(delivery.price)
  const isOffered = methodFor(methods, undefined) !== undefined
  return orNone(methodFor(methods, delivery.method), isOffered ? ORDERS.methodGone : noShipping(place))
}

const pickupIn = (methods: Method[]) => methods.find(({ offered }) => offered.pickup)

function orNone(method: Method | undefined, sentence: string): Method {
  if (!method) throw new AppError('no_shipping', sentence)
  return method
}

async function pricedOrder(
  tx: Db,
  terms: OrderTerms,
  { orderItems, discount = 0, code }: ManualItems,
  { method, place, isTaxIncluded }: { method: Method; place: Place; isTaxIncluded: boolean },
) {
  const productRows = await orderedProducts(tx).execute({ ids: orderItems.map(({ product }) => product) })
  const items = mergedItems(await pricedItems(tx, orderItems, productRows).catch(tellSeller))
  const coupon = code ? await usableCoupon(tx, code) : undefined
  const manualDiscount = discount > 0 ? { code: '', amount: discount, freeShip: false, taxFree: false } : null
  const discounts = coupon
    ? await discountsOfItems(tx, items, { coupon, automatic: [], timeZone: terms.timeZone })
    : discountsNow({ coupon: manualDiscount, discount: null }, items)
  const { rates, tax } = await ratesBy(tx, terms, method, place, isTaxIncluded)
  return { items, coupon, discounts, tax, figures: quote(rates, items, discounts.effect) }
}

const isTaxIncluded = (delivery: ManualQuoteQuery['delivery'] | Delivery) =>
  delivery.by === 'hand' && delivery.taxIncluded === true

/** Throws the error of items, worded for the seller. */
function tellSeller(error: unknown): never {
  const names = error instanceof AppError && error.code === 'items_gone' ? error.details.items : undefined
  throw Array.isArray(names) ? TO_SELLER.itemsGone(names.map((name) => ({ name }))) : error
}

/** A place without the parts that are not known yet. */
const withoutGaps = ({ country, state, zip }: Place): Place => ({
  country,
  state: state || undefined,
  zip: zip || undefined,
})

/**
 * What such an order costs, and by which methods it can be shipped, as far as its address is known. Throws as
 * `pricedItems` and `usableCoupon` do.
 */
export async function manualQuote(db: Db, { delivery, ...manualItems }: ManualQuoteQuery): Promise<ManualQuote> {
  const terms = await orderTerms(db)
  const isShipped = delivery.by === 'shipping'
  const place = isShipped ? withoutGaps(placeOf(delivery)) : NO_PLACE
  const methods = methodsTo(terms, place)
  const shownMethod = isShipped ? (methodFor(methods, delivery.method) ?? methodFor(methods, undefined)) : undefined
  const agreed = isShipped ? agreedMethod(delivery.price ?? 0) : HAND_OVER
  const isAgreed = isShipped && delivery.price !== undefined
  const method = (delivery.by === 'pickup' ? pickupIn(methods) : isAgreed ? undefined : shownMethod) ?? agreed
  const { items, discounts, tax, figures } = await pricedOrder(db, terms, manualItems, {
    ...{ method, place },
    isTaxIncluded: isTaxIncluded(delivery),
  })
  const shippingMethods = methods.filter(({ offered: { pickup } }) => !pickup)
  // What shipping costs does not depend on the tax.
  const priceBy = ({ offered: shipping }: Method) =>
    quote({ tax: tax.rate, shipping }, items, discounts.effect).shippingPrice
  return {
    ...figures,
    ...(shownMethod && { method: shownMethod.offered.id }),
    methods: shippingMethods.map((one) => ({ id: one.offered.id, name: one.offered.name, price: priceBy(one) })),
    ...(isShipped && shippingMethods.length === 0 && { noShipping: noShipping(place) }),
    hasPickup: pickupIn(methods) !== undefined,
  }
}
