import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { defineMessages } from '#server/shop/messages/added-messages.ts'
import type { Sender } from '#server/shop/messages/sender.ts'
import { orderKeys, orderPath } from '#server/shop/orders/order-links.ts'
import { priceHoldEnd } from '#server/shop/orders/price-hold.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { paymentReminders } from '../schema.ts'
import { reminderEmail } from './reminder-email.ts'
import { remindersAreOn } from './reminder-settings.ts'
import { REMINDER } from './texts.ts'
import { canBePaid, hasOrderedSince } from './unpaid-orders.ts'

/** The reminders of orders that are not paid, which are written from the order as it is when they are sent. */
export const reminderMessages = [
  defineMessages({
    kinds: ['payment_reminder'],
    audience: 'address',
    topic: { name: 'payment_reminders', ends: REMINDER.ends },
    payload: z.object({ orderId: z.uuid() }),
    async addressOf(db, { orderId }) {
      const [row] = await db
        .select({ email: paymentReminders.email })
        .from(paymentReminders)
        .where(eq(paymentReminders.orderId, orderId))
      return row?.email
    },
    compose: (db, { payload }, shop) => reminderMessage(db, payload.orderId, shop),
  }),
]

/**
 * Writes a reminder. Null when the order cannot be paid any more as it is, when its address has ordered since or is no
 * longer the buyer's, and when reminders were switched off.
 */
async function reminderMessage(db: Db, orderId: string, shop: Sender) {
  const { id, number, totalCents, createdAt } = orders
  const [row] = await db
    .select({ id, number, totalCents, createdAt, email: paymentReminders.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(paymentReminders, eq(paymentReminders.orderId, orders.id))
    .where(
      and(
        eq(orders.id, orderId),
        remindersAreOn,
        canBePaid,
        sql`not ${hasOrderedSince}`,
        sql`lower(${users.email}) = ${paymentReminders.email}`,
      ),
    )
  if (!row) return null
  const holdsUntil = priceHoldEnd(row)
  if (holdsUntil.getTime() <= Date.now()) return null
  const { timeZone } = await shopSettings(db)
  const path = orderPath(orderId, (await orderKeys(db, [orderId])).get(orderId))
  return reminderEmail(row.email, { ...row, placedAt: row.createdAt, holdsUntil, path }, timeZone, shop)
}
