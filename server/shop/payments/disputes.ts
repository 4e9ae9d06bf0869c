// Disputes: a buyer's bank claims a payment back. The shop follows the card service's record of each from step to step,
// tells the seller what to do and by when, and records the money that a lost one takes.
import { and, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { refundShares } from '#contract/refund-shares.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { discrepancies, disputes, paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import type { Attempt } from './attempts.ts'
import { DISPUTE_NOTES } from './discrepancy-texts.ts'
import type { Dispute } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

/** The states in which the bank has the money, or the card service holds it back for the bank. */
export const CLAIMING_STATES: Dispute['state'][] = ['open', 'answered', 'lost', 'accepted']

/**
 * Records every step of the disputes about payments of the shop. What the seller has to do or know is a discrepancy, which
 * closes by itself once there is nothing left to do. False when the disputes cannot be read.
 */
export async function followDisputes(context: PaymentContext): Promise<boolean> {
  const listedDisputes = await context.gateway.listDisputes()
  if (!listedDisputes) return false
  for (const { dispute, attempt } of await changedDisputes(context.db, listedDisputes))
    await recordStep(context, dispute, attempt)
  return true
}

/** The disputes of the shop's payments whose state, amount or last day is not the recorded one. */
async function changedDisputes(db: Db, listedDisputes: Dispute[]) {
  if (listedDisputes.length === 0) return []
  const ids = listedDisputes.map(({ id }) => id)
  const knownById = new Map(
    (await db.select().from(disputes).where(inArray(disputes.id, ids))).map((dispute) => [dispute.id, dispute]),
  )
  const different = listedDisputes.filter((dispute) => {
    const before = knownById.get(dispute.id)
    return (
      before?.state !== dispute.state ||
      before.cents !== dispute.cents ||
      before.dueAt?.getTime() !== dispute.dueAt?.getTime()
    )
  })
  const payments = different.map(({ paymentId }) => paymentId)
  const attempts = await db.select().from(paymentAttempts).where(inArray(paymentAttempts.squarePaymentId, payments))
  const byPayment = new Map(attempts.map((attempt) => [attempt.squarePaymentId, attempt]))
  return different.flatMap((dispute) => {
    const attempt = byPayment.get(dispute.paymentId)
    return attempt ? [{ dispute, attempt }] : []
  })
}

/** Records the present state of one dispute, under the lock of its order. */
const recordStep = ({ db, log }: PaymentContext, dispute: Dispute, attempt: Attempt) =>
  db.transaction(async (tx) => {
    const order = onlyRow(await tx.select().from(orders).where(eq(orders.id, attempt.orderId)).for('update'))
    const { id, paymentId, state, cents, reason, dueAt, createdAt, updatedAt } = dispute
    const now = { state, cents, reason, dueAt, updatedAt }
    const [movedDispute] = await tx
      .insert(disputes)
      .values({ id, orderId: order.id, attemptId: attempt.id, createdAt, ...now })
      .onConflictDoUpdate({ target: disputes.id, set: now, setWhere: lte(disputes.updatedAt, updatedAt) })
      .returning({ id: disputes.id })
    // An older answer that was overtaken.
    if (!movedDispute) return
    const isLost = state === 'lost' || state === 'accepted'
    if (isLost) await recordLoss(tx, dispute, { attempt, order })
    const kind = isLost ? 'dispute_lost' : ASKS[state]
    await closeEarlier(tx, dispute, kind)
    if (!kind) return
    const facts = { cents, reason, dueAt: dueAt?.toISOString() ?? null, isAccepted: state === 'accepted' }
    const isShipped = order.deliveredAt !== null
    const detail = { orderId: order.id, attempt: attempt.id, paymentId, isShipped, ...facts }
    await recordDiscrepancy({ db: tx, log }, kind, id, detail)
  })

/** What the seller is asked in a state; nothing in the others. */
const ASKS: Partial<Record<Dispute['state'], 'inquiry' | 'disputed'>> = { inquiry: 'inquiry', open: 'disputed' }

/** Closes what the seller was asked in an earlier state, with a note of what has become of it. */
const closeEarlier = (tx: Db, { id, state }: Dispute, kind: string | undefined) =>
  tx
    .update(discrepancies)
    .set({ resolvedAt: sql`now()`, resolvedBy: DISPUTE_NOTES.by, note: DISPUTE_NOTES[state] })
    .where(
      and(
        inArray(discrepancies.kind, Object.values(ASKS)),
        eq(discrepancies.subject, id),
        isNull(discrepancies.resolvedAt),
        ...(kind ? [ne(discrepancies.kind, kind)] : []),
      ),
    )

/**
 * Records what a lost dispute took of an order as a refund of its own origin, once: the order counts as given back, is not
 * to be shipped any more when all of it is, and cannot be refunded a second time. Its pieces stay sold until the seller
 * restocks them.
 */
async function recordLoss(
  tx: Db,
  { id, cents }: Dispute,
  { attempt, order }: { attempt: Attempt; order: typeof orders.$inferSelect },
) {
  const earlier = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.attemptId, attempt.id), ne(refunds.state, 'failed')))
  const lostCents = Math.min(cents, attempt.amountCents - earlier.reduce((sum, refund) => sum + refund.cents, 0))
  if (lostCents <= 0) return
  const shares = refundShares(order, earlier, lostCents)
  const row = { orderId: order.id, attemptId: attempt.id, cents: lostCents, ...shares, restock: false }
  await tx
    .insert(refunds)
    .values({ ...row, state: 'completed', origin: 'dispute', squareRefundId: id })
    .onConflictDoNothing()
}

/** Whether a bank claims the money of an attempt and has not decided yet. */
export const isClaimed = async (db: Db, attemptId: string): Promise<boolean> =>
  (await db.$count(disputes, and(eq(disputes.attemptId, attemptId), inArray(disputes.state, ['open', 'answered'])))) > 0
