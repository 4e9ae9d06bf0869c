import type { Db } from '#server/platform/db/client.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { signedLink } from '#server/shop/secrets/signed-links.ts'
import { guest, product } from '#server/testing/factories.ts'
import { reviewAsks, reviewSettings, reviews } from '../schema.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** Switches asking on, a year ago, with an email so many days after an order came. */
export const asking = (db: Db, days = 7) =>
  db.insert(reviewSettings).values({ isOn: true, days, onSince: daysAgo(365) })

type Fields = Partial<typeof orders.$inferInsert> & {
  /** Products of the order, one unit each; one new product by default. */
  products?: { id: string; name: string }[]
  shippedDaysAgo?: number
  buyer?: { name?: string; email?: string }
}

/** Inserts a paid order of a guest, shipped so many days ago, 20 by default. */
export async function shippedOrder(db: Db, { products, shippedDaysAgo = 20, buyer, ...fields }: Fields = {}) {
  const pieces = products ?? [await product(db)]
  const { user } = await guest(db, { name: 'Marta Weaver', ...buyer })
  const cents = { itemsCents: 500 * pieces.length, totalCents: 500 * pieces.length }
  const [order] = await db
    .insert(orders)
    .values({
      ...{ userId: user.id, state: 'paid', currentAttempt: crypto.randomUUID(), paidAt: daysAgo(shippedDaysAgo + 1) },
      ...{ address: '1 Main Street', city: 'Denver', addressState: 'CO', postalCode: '80202', country: 'USA' },
      ...{ paymentMethod: 'Square', shippingCents: 0, taxCents: 0, discountCents: 0, requestHash: 'hash', ...cents },
      deliveredAt: daysAgo(shippedDaysAgo),
      ...fields,
    })
    .returning()
  if (!order) throw new Error('The order was not inserted.')
  await db.insert(orderItems).values(
    pieces.map(({ id, name }, line) => ({
      orderId: order.id,
      line,
      productId: id,
      name,
      image: '',
      qty: 1,
      priceCents: 500,
    })),
  )
  return { ...order, user, pieces }
}

/** An order whose buyer was asked for reviews, with the link of the email. */
export async function askedOrder(db: Db, fields: Fields = {}) {
  const order = await shippedOrder(db, fields)
  await db.insert(reviewAsks).values({ orderId: order.id })
  return { ...order, link: await signedLink(db, 'review', order.id) }
}

/** Inserts a shown review of the first piece of an order. */
export async function review(db: Db, fields: Partial<typeof reviews.$inferInsert> & { order?: Fields } = {}) {
  const { order: ofOrder, ...columns } = fields
  const order = await askedOrder(db, ofOrder)
  const [piece] = order.pieces
  if (!piece) throw new Error('The order has no piece.')
  const plain = { stars: 5, words: 'It sits well in the hand.', name: 'Marta', state: 'shown' } as const
  const [row] = await db
    .insert(reviews)
    .values({ ...plain, orderId: order.id, line: 0, productId: piece.id, ...columns })
    .returning()
  if (!row) throw new Error('The review was not inserted.')
  return { ...row, order }
}
