import { defineCalls } from '#contract/calls/define-calls.ts'
import { PaymentReminders } from './contract.ts'

export const paymentReminderCalls = defineCalls({
  'GET /api/payment-reminders': {
    access: 'admin',
    id: 'getPaymentReminders',
    summary: 'Get whether buyers are reminded of orders that they have not paid',
    answer: PaymentReminders,
  },
  'PUT /api/payment-reminders': {
    access: 'admin',
    id: 'setPaymentReminders',
    summary: 'Choose whether buyers are reminded of orders that they have not paid',
    body: PaymentReminders,
    answer: PaymentReminders,
  },
})
