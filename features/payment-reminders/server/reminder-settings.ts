import { sql } from 'drizzle-orm'
import { AppError } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import type { PaymentReminders } from '../contract.ts'
import { paymentReminderSettings } from '../schema.ts'
import { REMINDERS } from './texts.ts'

/** SQL condition: the seller has switched reminders on, and the shop has the postal address that they need. */
export const remindersAreOn = sql<boolean>`exists (
  select from ${paymentReminderSettings}, ${settings}
  where ${paymentReminderSettings.isOn} and ${settings.postalAddress} <> '')`

/** Whether buyers are reminded. */
export async function reminderSettings(db: Db): Promise<PaymentReminders> {
  const [row] = await db.select({ isOn: paymentReminderSettings.isOn }).from(paymentReminderSettings)
  return { isOn: row?.isOn ?? false }
}

/** Switches reminders on or off. Throws postal_address_needed, which the law wants in such emails (16 CFR 316.5). */
export async function saveReminderSettings(db: Db, { isOn }: PaymentReminders): Promise<PaymentReminders> {
  if (isOn && !(await shopSettings(db)).postalAddress)
    throw new AppError('postal_address_needed', REMINDERS.needAddress)
  await db
    .insert(paymentReminderSettings)
    .values({ isOn })
    .onConflictDoUpdate({ target: paymentReminderSettings.id, set: { isOn } })
  return { isOn }
}
