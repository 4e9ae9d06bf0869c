import type { AccessRows } from '#server/testing/access-rows.ts'
import type { paymentReminders } from '../server/feature.ts'

export const accessRows: AccessRows<(typeof paymentReminders)['calls']> = {
  rows: {
    'GET /api/payment-reminders': {},
    'PUT /api/payment-reminders': { call: () => ({ url: '/api/payment-reminders', body: { isOn: false } }) },
  },
}
