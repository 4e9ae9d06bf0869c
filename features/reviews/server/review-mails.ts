import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { signedLink } from '#server/shop/secrets/signed-links.ts'
import { reviewAskEmail } from './review-email.ts'
import { isKept, isReviewable } from './reviewable.ts'
import { readReviewSettings } from './settings.ts'
import { REVIEW_ASK } from './texts.ts'

/** The email that asks a buyer for reviews. */
export const reviewMessages = [
  defineMessages({
    kinds: ['review_ask'],
    payload: z.object({ orderId: z.uuid() }),
    audience: 'address',
    topic: { name: 'reviews', ends: REVIEW_ASK.ends },
    async addressOf(db, { orderId }) {
      return (await askedBuyer(db, orderId))?.email
    },
    compose: (db, { payload }, shop) => askEmail(db, payload.orderId, shop),
  }),
]

/** The buyer of an order with a piece that can be reviewed. */
async function askedBuyer(db: Db, orderId: string) {
  const [buyer] = await db
    .select({ email: users.email, name: users.name })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, orderId), isReviewable))
  return buyer
}

/** Writes the email, about what the buyer has kept. Null when nothing is left to review, and when asking was switched off. */
async function askEmail(db: Db, orderId: string, shop: Sender) {
  const [buyer, { isOn }] = await Promise.all([askedBuyer(db, orderId), readReviewSettings(db)])
  if (!buyer || !isOn) return null
  const items = await db
    .select({ name: orderItems.name })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isKept))
    .orderBy(asc(orderItems.line))
  const link = `${shop.url}/reviews/write#${await signedLink(db, 'review', orderId)}`
  return reviewAskEmail({ ...buyer, pieces: items.map(({ name }) => name) }, link, shop)
}
