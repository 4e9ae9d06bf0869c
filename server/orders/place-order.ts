import { createHash, randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { COUNTRY } from '#contract/addresses.ts'
import { BEING_PAID } from '#contract/messages.ts'
import { type NewOrder, type Order, PriceChanged } from '#contract/orders.ts'
import { PLACEHOLDER_PHOTO, photoLocation } from '#contract/photos.ts'
import { type Quote, quote } from '#contract/pricing.ts'
import { isGoneRow } from '../catalog/for-sale.ts'
import { beingPaid } from '../catalog/stock.ts'
import { usableCoupon } from '../coupons/coupons.ts'
import type { Db } from '../db/client.ts'
import { holdLock } from '../db/locks.ts'
import { orderItems, orders } from '../db/order-schema.ts'
import { placeholders, preparedFor } from '../db/prepared-for.ts'
import { images, products } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { orderTerms } from '../settings/settings.ts'
import { requireOpen } from '../settings/time-off.ts'
import { ORDERS } from '../texts/orders.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { itemsGone, orderById } from './orders.ts'
import { centsOf } from './price-hold.ts'

type OrderLine = { productId: string; name: string; image: string; qty: number; price: number }
type Coupon = Awaited<ReturnType<typeof usableCoupon>>

/** The highest total of an order in cents: the card service's limit of a payment. */
const MAX_CENTS = 10_000_000

/** The most unpaid orders of a user. */
const MAX_UNPAID = 50

/**
 * Places an unpaid order at the shop's own prices; stock does not change. The same order by the same user within 30
 * seconds returns the one just placed, because that is a double click. `admit` counts a new order, and throws when a
 * rate limit is reached. Throws shop_closed, not_found, items_gone, items_being_paid, price_changed (an amount of the request differs),
 * order_too_large, or as `admit` and `usableCoupon` do.
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
    if (justPlaced[0]) return orderById(tx, justPlaced[0].id)
    requireOpen(terms)
    await admit(tx)
    const lines = await availableLines(tx, pricedLines(wanted.orderItems, known))
    const coupon = wanted.code ? await usableCoupon(tx, wanted.code) : undefined
    const effect = coupon && effectOf(coupon)
    const figures = quote(terms, lines, effect)
    requireSamePrices(wanted, lines, figures)
    if (figures.totalPrice + figures.discount > MAX_CENTS) throw new AppError('order_too_large', ORDERS.tooLarge)
    const values = {
      ...orderOf(wanted, figures),
      userId,
      requestHash,
      couponId: coupon?.id ?? null,
      coupon: effect ?? null,
    }
    return insertOrder(tx, values, lines)
  })
}

/** Throws rate_limited when the user has 50 unpaid orders. */
export async function requireFewUnpaid(tx: Db, userId: string) {
  const isUnpaid = and(eq(orders.userId, userId), eq(orders.state, 'unpaid'), isNull(orders.deletedAt))
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
        gt(orders.createdAt, sql`now() - interval '30 seconds'`),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
    .prepare('placed_just_now'),
)

const { id, name, priceCents, qty, draft, deletedAt } = products

/** SQL: the id of a product's first photo; null without one. */
const firstPhoto = sql<string | null>`(
  select ${images.id} from ${images} where ${images.productId} = ${products.id} order by ${images.position} limit 1)`

const orderedProducts = preparedFor((db) =>
  db
    .select({ id, name, priceCents, qty, draft, deletedAt, photo: firstPhoto })
    .from(products)
    .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`, eq(products.draft, false)))
    .prepare('ordered_products'),
)

type OrderedProduct = Awaited<ReturnType<ReturnType<typeof orderedProducts>['execute']>>[number]

/** The items of an order at the shop's prices, one per product, in the requested order. */
function pricedLines(wanted: NewOrder['orderItems'], found: OrderedProduct[]) {
  const quantities = new Map<string, number>()
  for (const { product, qty } of wanted) quantities.set(product, (quantities.get(product) ?? 0) + qty)
  const known = new Map(found.map((product) => [product.id, product]))
  return [...quantities].map(([id, qty]) => {
    const product = known.get(id)
    if (!product) throw notFound(NOT_FOUND.productInOrder)
    return {
      productId: id,
      name: product.name,
      image: product.photo ? photoLocation(product.photo) : PLACEHOLDER_PHOTO,
      qty,
      price: product.priceCents,
      isGone: isGoneRow(product, qty),
    }
  })
}

/**
 * The items without their flags. Throws items_gone; items_being_paid when the only ones that cannot be had are held by
 * payments in progress, which may still give them back.
 */
async function availableLines(tx: Db, lines: ReturnType<typeof pricedLines>): Promise<OrderLine[]> {
  const missing = lines.filter(({ isGone }) => isGone)
  if (missing.length > 0) {
    const held = await beingPaid(
      tx,
      missing.map(({ productId }) => productId),
    )
    const gone = missing.filter(({ productId }) => !held.has(productId))
    throw gone.length > 0 ? itemsGone(gone.map(({ name }) => name)) : itemsBeingPaid(missing.map(({ name }) => name))
  }
  return lines.map(({ isGone, ...line }) => line)
}

const itemsBeingPaid = (names: string[]) =>
  new AppError('items_being_paid', `${BEING_PAID.named(names.join(', '))} ${BEING_PAID.takes}`, { items: names })

/** Throws price_changed unless every amount in the request is the shop's. Omitted amounts are not compared. */
function requireSamePrices(wanted: NewOrder, lines: OrderLine[], figures: Quote) {
  const prices = new Map(lines.map(({ productId, price }) => [productId, price]))
  const isSame = (sent: number | undefined, ours: number | undefined) => sent === undefined || sent === ours
  const matches =
    wanted.orderItems.every(({ product, price }) => isSame(price, prices.get(product))) &&
    isSame(wanted.itemsPrice, figures.itemsPrice) &&
    isSame(wanted.shippingPrice, figures.shippingPrice) &&
    isSame(wanted.taxPrice, figures.taxPrice) &&
    isSame(wanted.totalPrice, figures.totalPrice)
  if (matches) return
  const message = ORDERS.pricesDiffer
  throw new AppError('price_changed', message, { quote: z.encode(PriceChanged.shape.quote, figures) })
}

const effectOf = ({ code, amountCents, freeShip, taxFree }: Coupon) => ({
  code,
  amount: amountCents,
  freeShip,
  taxFree,
})

const orderOf = ({ shippingAddress, paymentMethod }: NewOrder, figures: Quote) => ({
  address: shippingAddress.address,
  city: shippingAddress.city,
  addressState: shippingAddress.state,
  postalCode: shippingAddress.postalCode,
  country: COUNTRY,
  paymentMethod,
  ...centsOf(figures),
})

/** Inserts an order with its items, in one statement. Returns the order. */
async function insertOrder(tx: Db, values: InsertedOrder, lines: OrderLine[]): Promise<Order> {
  const id = randomUUIDv7()
  const items = JSON.stringify(lines.map((line, index) => ({ ...line, line: index + 1 })))
  const [, order] = await Promise.all([insertion(tx).execute({ ...values, id, items }), orderById(tx, id)])
  return order
}

const inserted = placeholders(
  'id',
  'userId',
  'requestHash',
  'couponId',
  'coupon',
  'address',
  'city',
  'addressState',
  'postalCode',
  'country',
  'paymentMethod',
  'itemsCents',
  'shippingCents',
  'taxCents',
  'discountCents',
  'totalCents',
)
type InsertedOrder = Pick<typeof orders.$inferSelect, Exclude<keyof typeof inserted, 'id'>>

const insertion = preparedFor((db) => {
  const placed = db.$with('placed').as(db.insert(orders).values(inserted).returning({ id: orders.id }))
  const items = db.$with('items', {}).as(sql`
    insert into ${orderItems} (order_id, line, product_id, name, image, qty, price_cents)
    select placed.id, line.* from ${placed}, jsonb_to_recordset(${sql.placeholder('items')}) as line (line int, "productId" uuid, name text, image text, qty int, price int)`)
  return db.with(placed, items).select().from(placed).prepare('insert_order')
})
