import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { paymentReminderCalls } from '../calls.ts'
import { reminderSettings, saveReminderSettings } from './reminder-settings.ts'

/** The calls of admins on reminders. */
export const paymentReminderRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, paymentReminderCalls)

  route('GET /api/payment-reminders', () => reminderSettings(db))

  route('PUT /api/payment-reminders', ({ body }) => saveReminderSettings(db, body))
}
