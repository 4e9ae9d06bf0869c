// Reminders of placed orders that are not paid.
import { z } from 'zod'

/** How long after it was placed an order is due, in hours. */
export const REMINDED_AFTER_HOURS = 20

export const PaymentReminders = z
  .object({ isOn: z.boolean().describe('Whether buyers are reminded of an order that they placed and have not paid') })
  .meta({ id: 'PaymentReminders' })
export type PaymentReminders = z.infer<typeof PaymentReminders>
