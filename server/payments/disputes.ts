import { inArray } from 'drizzle-orm'
import { paymentAttempts } from '../db/payment-schema.ts'
import { openBreak } from './record-discrepancy.ts'
import type { Till } from './settle.ts'

/**
 * Tells the seller of every dispute about one of our payments, and of every one that was lost, each once. False when the
 * disputes cannot be read.
 */
export async function followDisputes(till: Till): Promise<boolean> {
  const listed = await till.gateway.listDisputes()
  if (!listed) return false
  const disputes = listed.filter(({ standing }) => standing !== 'won')
  if (disputes.length === 0) return true
  const ids = disputes.map(({ paymentId }) => paymentId)
  const attempts = await till.db.select().from(paymentAttempts).where(inArray(paymentAttempts.squarePaymentId, ids))
  const byPayment = new Map(attempts.map((attempt) => [attempt.squarePaymentId, attempt]))
  for (const { id, paymentId, cents, reason, standing, dueAt } of disputes) {
    const attempt = byPayment.get(paymentId)
    if (!attempt) continue
    const detail = { orderId: attempt.orderId, attempt: attempt.id, paymentId, cents, reason, dueAt }
    await openBreak(till, standing === 'lost' ? 'dispute_lost' : 'disputed', id, detail)
  }
  return true
}
