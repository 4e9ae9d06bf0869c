import { z } from 'zod'
import { id, oneLine, timestamp } from './codecs.ts'
import { robotCheck } from './robot-check.ts'

/** A press of Pay. `price` is the order's total in cents, the one amount in cents on the wire. */
export const CardPayment = z.object({
  price: z.int().min(0).max(10_000_000),
  sourceId: oneLine.min(1).max(300),
  orderId: id.optional(),
  idempotencyKey: z.string().min(1).max(100).optional(),
  robotCheck,
})
export type CardPayment = z.infer<typeof CardPayment>

/** The card service's word on a payment: COMPLETED, or PENDING while it is being settled. */
export const PaymentResult = z
  .object({ id: z.string(), status: z.string(), updatedAt: timestamp })
  .meta({ id: 'PaymentResult' })
export type PaymentResult = z.infer<typeof PaymentResult>

/** The browser's report after a payment. The server uses `id` only; the other fields are for the log. */
export const PaymentReport = z.object({
  id: z.string().min(1).max(200),
  status: z.string().max(60).optional(),
  update_time: z.string().max(60).optional(),
  payer: z
    .object({
      email_address: oneLine.max(254).optional(),
      name: z.object({ given_name: oneLine.max(100).optional(), surname: oneLine.max(100).optional() }).optional(),
    })
    .optional(),
})
export type PaymentReport = z.infer<typeof PaymentReport>

/** How the order page takes cards: the built-in simulator, or Square's own script with these public ids. */
export const PaymentSetup = z
  .discriminatedUnion('provider', [
    z.object({ provider: z.literal('simulator') }),
    z.object({
      provider: z.literal('square'),
      applicationId: z.string(),
      locationId: z.string(),
      scriptUrl: z.string(),
      isSandbox: z.boolean().describe('Only test cards work, and no money moves'),
    }),
  ])
  .meta({ id: 'PaymentSetup' })
export type PaymentSetup = z.infer<typeof PaymentSetup>
export type SquareSetup = Extract<PaymentSetup, { provider: 'square' }>
