import { inArray } from 'drizzle-orm'
import { paymentAttempts } from '../db/payment-schema.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

/**
 * Records a discrepancy for every dispute about a payment of the shop, and one more when it is lost. False when the
 * disputes cannot be read.
 */
export async function followDisputes(context: PaymentContext): Promise<boolean> {
  const listed = await context.gateway.listDisputes()
  if (!listed) return false
  const disputes = listed.filter(({ standing }) => standing !== 'won')
  if (disputes.length === 0) return true
  const ids = disputes.map(({ paymentId }) => paymentId)
  const attempts = await context.db.select().from(paymentAttempts).where(inArray(paymentAttempts.squarePaymentId, ids))
  const byPayment = new Map(attempts.map((attempt) => [attempt.squarePaymentId, attempt]))
  for (const { id, paymentId, cents, reason, standing, dueAt } of disputes) {
    const attempt = byPayment.get(paymentId)
    if (!attempt) continue
    const detail = { orderId: attempt.orderId, attempt: attempt.id, paymentId, cents, reason, dueAt }
    await recordDiscrepancy(context, standing === 'lost' ? 'dispute_lost' : 'disputed', id, detail)
  }
  return true
}
