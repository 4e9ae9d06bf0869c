import { createHash } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { COUNTRY } from '#contract/addresses.ts'
import { type NewOrder, type Order, PriceChanged } from '#contract/orders.ts'
import { PLACEHOLDER_PHOTO, photoLocation } from '#contract/photos.ts'
import { type Quote, quote } from '#contract/pricing.ts'
import { isGoneRow } from '../catalog/for-sale.ts'
import { usableCoupon } from '../coupons/coupons.ts'
import type { Db } from '../db/client.ts'
import { holdLock } from '../db/locks.ts'
import { orderItems, orders } from '../db/order-schema.ts'
import { onlyRow } from '../db/rows.ts'
import { images, products } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { shopRates } from '../settings/settings.ts'
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
 * rate limit is reached. Throws not_found, items_gone, price_changed (an amount of the request differs),
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
    await holdLock(tx, 'placeOrder', userId)
    const justPlaced = await placedJustNow(tx, userId, requestHash)
    if (justPlaced) return orderById(tx, justPlaced)
    await admit(tx)
    const lines = await pricedLines(tx, wanted.orderItems)
    const coupon = wanted.code ? await usableCoupon(tx, wanted.code) : undefined
    const effect = coupon && effectOf(coupon)
    const figures = quote(await shopRates(tx), lines, effect)
    requireSamePrices(wanted, lines, figures)
    if (figures.totalPrice + figures.discount > MAX_CENTS) throw new AppError('order_too_large', ORDERS.tooLarge)
    const values = { ...orderOf(wanted, figures), userId, requestHash, couponId: coupon?.id, coupon: effect }
    return orderById(tx, await insertOrder(tx, values, lines))
  })
}

/** Throws rate_limited when the user has 50 unpaid orders. */
export async function requireFewUnpaid(tx: Db, userId: string) {
  const isUnpaid = and(eq(orders.userId, userId), eq(orders.state, 'unpaid'), isNull(orders.deletedAt))
  if ((await tx.$count(orders, isUnpaid)) < MAX_UNPAID) return
  throw new AppError('rate_limited', ORDERS.tooManyUnpaid(MAX_UNPAID))
}

async function placedJustNow(tx: Db, userId: string, requestHash: string) {
  const [order] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.requestHash, requestHash),
        ne(orders.state, 'paid'),
        isNull(orders.deletedAt),
        gt(orders.createdAt, sql`now() - interval '30 seconds'`),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
  return order?.id
}

/** The items of an order at the shop's prices, one per product, in the requested order. */
async function pricedLines(tx: Db, wanted: NewOrder['orderItems']): Promise<OrderLine[]> {
  const quantities = new Map<string, number>()
  for (const { product, qty } of wanted) quantities.set(product, (quantities.get(product) ?? 0) + qty)
  const rows = await tx
    .select({ ...orderedColumns, photo: firstPhoto })
    .from(products)
    .where(and(sql`${products.id} = any(${sql.param([...quantities.keys()])}::uuid[])`, eq(products.draft, false)))
  const known = new Map(rows.map((product) => [product.id, product]))
  const lines = [...quantities].map(([id, qty]) => {
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
  const gone = lines.filter(({ isGone }) => isGone)
  if (gone.length > 0) throw itemsGone(gone.map(({ name }) => name))
  return lines.map(({ isGone, ...line }) => line)
}

const { id, name, priceCents, qty, draft, deletedAt } = products
const orderedColumns = { id, name, priceCents, qty, draft, deletedAt }

/** SQL: the id of a product's first photo; null without one. */
const firstPhoto = sql<string | null>`(
  select ${images.id} from ${images} where ${images.productId} = ${products.id} order by ${images.position} limit 1)`

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

/** Inserts an order with its items, in one statement. Returns its id. */
async function insertOrder(tx: Db, values: typeof orders.$inferInsert, lines: OrderLine[]) {
  const placed = tx.$with('placed').as(tx.insert(orders).values(values).returning({ id: orders.id }))
  const items = tx.$with('items', {}).as(sql`
    insert into ${orderItems} (order_id, line, product_id, name, image, qty, price_cents)
    select placed.id, line.* from ${placed}, jsonb_to_recordset(${JSON.stringify(lines.map((line, index) => ({ ...line, line: index + 1 })))}) as line (line int, "productId" uuid, name text, image text, qty int, price int)`)
  return onlyRow(await tx.with(placed, items).select().from(placed)).id
}
