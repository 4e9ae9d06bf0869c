// Orders that the seller adds for buyers who called, wrote or stood in front of her. The buyer is a guest; the order is
// priced, paid, refunded and reported like any other.
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { HOME, type Place, placeOf } from '#contract/addresses.ts'
import type { ManualQuote, ManualQuoteQuery, NewManualOrder } from '#contract/admin/orders.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import type { Order } from '#contract/orders.ts'
import { quote } from '#contract/pricing.ts'
import { usableCoupon } from '../coupons/coupons.ts'
import type { Database, Db } from '../db/client.ts'
import { holdLock } from '../db/locks.ts'
import { orderNotes, orders } from '../db/order-schema.ts'
import { onlyRow } from '../db/rows.ts'
import { users } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { queueOrderLink } from '../mail/outbox.ts'
import { payManually } from '../payments/attempts.ts'
import { TO_SELLER } from '../payments/refusals.ts'
import { type OrderTerms, orderTerms } from '../settings/settings.ts'
import {
  agreedMethod,
  HAND_OVER,
  type Method,
  methodFor,
  methodsTo,
  noShipping,
  placedShipping,
  ratesBy,
} from '../shipping/rates.ts'
import { taxColumnsOf } from '../tax/order-tax.ts'
import { ORDERS } from '../texts/orders.ts'
import { orderById } from './orders.ts'
import { addressColumns, effectOf, insertOrder, priceChanged, requirePayableTotal } from './place-order.ts'
import { centsOf } from './price-hold.ts'
import { merged, orderedProducts, pricedItems } from './priced-items.ts'

/** The admin who adds an order, and the actor of its payment. */
type AddedBy = { by: string; actor: string }

type Wanted = Pick<ManualQuoteQuery, 'orderItems' | 'discount' | 'code'>
type Delivery = NewManualOrder['delivery']

/**
 * Adds an order for a buyer. With a payment it takes the stock in the same transaction, so that of two buyers of the last
 * piece one gets it; one that is handed over counts as shipped. The same request again returns the order that it added.
 * Throws order_added when its key has added another order, price_changed, order_too_large, no_shipping, or as
 * `pricedItems`, `usableCoupon` and `payManually` do, worded for the seller.
 */
export async function addOrder(db: Database, { key, ...wanted }: NewManualOrder, added: AddedBy): Promise<Order> {
  const requestHash = createHash('sha256').update(JSON.stringify(wanted)).digest('hex')
  const id = await db.transaction(async (tx) => {
    await holdLock(tx, 'placeOrder', key)
    const before = await addedBefore(tx, key, requestHash)
    if (before) return before
    const { delivery, buyer, payment, note, emails, totalPrice } = wanted
    const terms = await orderTerms(tx)
    const { by: way, ...address } = delivery
    const place = 'shippingAddress' in address ? placeOf(address.shippingAddress) : NO_PLACE
    const method = wayToShip(terms, delivery, place)
    const { items, coupon, effect, tax, figures } = await priced(tx, terms, wanted, { method, place })
    if (figures.totalPrice !== totalPrice) throw priceChanged(ORDERS.pricesDiffer, figures)
    requirePayableTotal(figures)
    const values = {
      ...('shippingAddress' in address ? addressColumns(address.shippingAddress) : NO_ADDRESS),
      ...centsOf(figures),
      ...taxColumnsOf(figures, tax, effect),
      ...{ requestHash, placedBy: added.by, placedKey: key, mailsBuyer: emails },
      ...{ paymentMethod: PAYMENT_METHOD, giftNote: null },
      userId: await newBuyer(tx, buyer),
      couponId: coupon?.id ?? null,
      coupon: effect,
      shipping: placedShipping(method, items),
    }
    const [, { _id: orderId }] = await insertOrder(tx, values, items)
    if (note) await tx.insert(orderNotes).values({ orderId, userId: added.by, text: note })
    if (payment) await payNow(tx, orderId, { ...payment, ...added })
    else if (emails) await queueOrderLink(tx, orderId)
    if (way === 'hand') await tx.update(orders).set({ deliveredAt: sql`now()` }).where(eq(orders.id, orderId))
    return orderId
  })
  return orderById(db, id)
}

/** The order that this key has added. Throws order_added when the request was another one. */
async function addedBefore(tx: Db, key: string, requestHash: string): Promise<string | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.placedKey, key))
  if (!order || order.requestHash === requestHash) return order?.id
  throw new AppError('order_added', ORDERS.addedBefore(order.number), { order: order.id })
}

/** Where nothing is sent: the shop's own place counts for the tax. */
const NO_PLACE: Place = { country: HOME }
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

async function priced(
  tx: Db,
  terms: OrderTerms,
  { orderItems, discount = 0, code }: Wanted,
  { method, place }: { method: Method; place: Place },
) {
  const known = await orderedProducts(tx).execute({ ids: orderItems.map(({ product }) => product) })
  const items = merged(await pricedItems(tx, orderItems, known).catch(tellSeller))
  const coupon = code ? await usableCoupon(tx, code) : undefined
  const given = discount > 0 ? { code: '', amount: discount, freeShip: false, taxFree: false } : null
  const effect = coupon ? effectOf(coupon) : given
  const { rates, tax } = await ratesBy(tx, terms, method, place)
  return { items, coupon, effect, tax, figures: quote(rates, items, effect) }
}

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
export async function manualQuote(db: Db, { delivery, ...wanted }: ManualQuoteQuery): Promise<ManualQuote> {
  const terms = await orderTerms(db)
  const isShipped = delivery.by === 'shipping'
  const place = isShipped ? withoutGaps(placeOf(delivery)) : NO_PLACE
  const methods = methodsTo(terms, place)
  const shown = isShipped ? (methodFor(methods, delivery.method) ?? methodFor(methods, undefined)) : undefined
  const agreed = isShipped ? agreedMethod(delivery.price ?? 0) : HAND_OVER
  const isAgreed = isShipped && delivery.price !== undefined
  const method = (delivery.by === 'pickup' ? pickupIn(methods) : isAgreed ? undefined : shown) ?? agreed
  const { items, effect, tax, figures } = await priced(db, terms, wanted, { method, place })
  const shipped = methods.filter(({ offered: { pickup } }) => !pickup)
  // What shipping costs does not depend on the tax.
  const priceBy = ({ offered: shipping }: Method) => quote({ tax: tax.rate, shipping }, items, effect).shippingPrice
  return {
    ...figures,
    ...(shown && { method: shown.offered.id }),
    methods: shipped.map((one) => ({ id: one.offered.id, name: one.offered.name, price: priceBy(one) })),
    ...(isShipped && shipped.length === 0 && { noShipping: noShipping(place) }),
    hasPickup: pickupIn(methods) !== undefined,
  }
}
