import { defineFeature } from '#server/shop/feature.ts'
import { paymentReminderCalls } from '../calls.ts'
import { ofPeople } from './person-hooks.ts'
import { startForgettingReminders, startRemindingBuyers } from './remind-buyers.ts'
import { reminderMessages } from './reminder-mails.ts'
import { paymentReminderRoutes } from './routes.ts'

/** One email to buyers who placed an order and did not pay it, while its prices hold. */
export const paymentReminders = defineFeature({
  name: 'payment-reminders',
  calls: paymentReminderCalls,
  sections: { 'payment-reminders': 'Emails about orders that were placed and not paid' },
  routes: [paymentReminderRoutes],
  jobs: [startRemindingBuyers, startForgettingReminders],
  messages: reminderMessages,
  people: ofPeople,
})
