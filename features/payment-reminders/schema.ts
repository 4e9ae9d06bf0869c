import { sql } from 'drizzle-orm'
import { boolean, check, index, text, uuid } from 'drizzle-orm/pg-core'
import { identityKey, table, timestampNow } from '#server/platform/db/columns.ts'
import { orders } from '#server/shop/schema/orders.ts'

/** Whether buyers are reminded, in a single row; none while the seller has never chosen. */
export const paymentReminderSettings = table(
  'payment_reminder_settings',
  { id: boolean().primaryKey().default(true), isOn: boolean().notNull() },
  (t) => [check('payment_reminder_settings_single', sql`${t.id}`)],
)

/** The reminders of the last weeks: of which order, and to which address, in lowercase. */
export const paymentReminders = table(
  'payment_reminders',
  {
    id: identityKey(),
    /** Null once the order is deleted. */
    orderId: uuid()
      .unique()
      .references(() => orders.id, { onDelete: 'set null' }),
    email: text().notNull(),
    createdAt: timestampNow(),
  },
  (t) => [index('payment_reminders_email').on(t.email, t.createdAt), index('payment_reminders_age').on(t.createdAt)],
)
