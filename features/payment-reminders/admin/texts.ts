// Texts of the settings of reminders.
import { REMINDED_AFTER_HOURS } from '../contract.ts'

export const REMINDERS = {
  noun: 'setting',
  about: `A buyer who placed an order and did not pay gets one email, ${REMINDED_AFTER_HOURS} hours later, with a button that leads to the payment.`,
  isOn: 'Remind buyers',
  isOnHint:
    'Once per order, and at most once a month to an address. No email once a product is gone. Each has a link that ends them.',
  saved: 'Saved.',
  on: 'On',
  off: 'Off',
} as const
