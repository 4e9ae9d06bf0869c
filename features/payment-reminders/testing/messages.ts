import { type ExampleMessages, order, PLACED_AT, TO } from '#server/testing/message-parts.ts'
import { reminderEmail } from '../server/reminder-email.ts'

const UNPAID_ORDER = {
  ...{ number: 1001, totalCents: 2083, placedAt: PLACED_AT, holdsUntil: PLACED_AT },
  path: `/order/${order._id}#k=abc`,
}

export const exampleMessages: ExampleMessages = {
  payment_reminder: (shop) => reminderEmail(TO, UNPAID_ORDER, 'America/Chicago', shop),
}
