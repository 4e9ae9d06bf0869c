import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { inSpan } from '#server/platform/lib/tracing.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { recordMissingRefunds } from './dashboard-refunds.ts'
import { followDisputes } from './disputes.ts'
import { recordFees, recordRefundFees } from './fees.ts'
import { followPayment } from './follow-payment.ts'
import type { ListedPayment } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { PROCESS_ID } from './process-liveness.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

const MINUTE_MS = 60_000
/** Together with FRESH_MS a quarter of an hour. */
const EVERY_MS = 13 * MINUTE_MS
const RETRY_MS = MINUTE_MS
/** At its start, and once a day, a process looks back longer than any authorization lasts. */
const LONG_WINDOW_MS = 48 * 60 * MINUTE_MS
const LONG_EVERY_MS = 24 * 60 * MINUTE_MS
/** A payment can be refunded for a year. */
const LONG_REFUND_WINDOW_MS = 366 * 24 * 60 * MINUTE_MS
/** The list may lag behind, so each period overlaps the one before. */
const OVERLAP_MS = 60 * MINUTE_MS
/** A younger payment may still be under way. */
const FRESH_MS = 2 * MINUTE_MS

type WorkerContext = Omit<PaymentContext, 'actor'>

/** Starts the job that compares the card service's list with the attempts, at the start and every quarter of an hour. */
export function startReconciliation(worker: WorkerContext): Job {
  let comparedUntil = 0
  let lookedBackAt = 0
  return startJob(worker.log, async () => {
    const now = Date.now()
    const isLong = now - lookedBackAt > LONG_EVERY_MS
    const from = isLong ? now - LONG_WINDOW_MS : comparedUntil - OVERLAP_MS
    const until = now - FRESH_MS
    const refundsFrom = isLong ? now - LONG_REFUND_WINDOW_MS : from
    const isCompared =
      (await inSpan('job reconciliation', () => reconcile(worker, new Date(from), new Date(until)))) &&
      (await reconcileRefunds(worker, new Date(refundsFrom), new Date(until)))
    if (!isCompared) return RETRY_MS
    // An access token may not be allowed to read disputes; what it is allowed to read is compared all the same.
    await followDisputes({ ...worker, actor: `reconciliation ${PROCESS_ID}` })
    comparedUntil = until
    if (isLong) lookedBackAt = now
    return EVERY_MS
  })
}

/**
 * Records the processing fees of that period, and follows every payment whose status differs from its attempt's: voids
 * authorizations without an attempt, finishes attempts and records discrepancies. False when the list cannot be read.
 */
export async function reconcile(worker: WorkerContext, from: Date, until: Date): Promise<boolean> {
  const context: PaymentContext = { ...worker, actor: `reconciliation ${PROCESS_ID}` }
  const payments = await worker.gateway.list(from, until)
  if (!payments) return false
  await compareAmounts(context, payments)
  for (const { id, orderId } of await differing(worker, payments)) {
    const lookup = { paymentId: id, orderId: z.uuid().safeParse(orderId).data, refundId: undefined }
    await followPayment(context, lookup).catch((error: unknown) =>
      worker.log.error({ error, payment: id }, 'A payment could not be reconciled yet.'),
    )
  }
  await recordFees(worker.db, payments)
  return true
}

/**
 * Records the refunds of that period that are not on record, such as one made in the card service's dashboard whose
 * webhook was lost. False when the list cannot be read.
 */
export async function reconcileRefunds(worker: WorkerContext, from: Date, until: Date): Promise<boolean> {
  const refundList = await worker.gateway.listRefunds(from, until)
  if (!refundList) return false
  await recordMissingRefunds({ ...worker, actor: `reconciliation ${PROCESS_ID}` }, refundList)
  await recordRefundFees(worker.db, refundList)
  return true
}

/** Records a discrepancy for each captured payment whose amount differs from its attempt's. */
async function compareAmounts(context: PaymentContext, payments: ListedPayment[]) {
  const ledger = new Map((await capturedMoney(context.db, payments)).map((row) => [row.id, row]))
  for (const { id, cents, status } of payments) {
    const row = ledger.get(id)
    if (!row || status !== 'completed' || cents === row.cents) continue
    const { orderId, attempt } = row
    await recordDiscrepancy(context, 'amount_differs', id, { orderId, attempt, cents, recorded: row.cents })
  }
}

function capturedMoney(db: Db, payments: ListedPayment[]) {
  const { id, orderId, squarePaymentId, amountCents: cents, state } = paymentAttempts
  const ids = payments.map((payment) => payment.id)
  return db
    .select({ id: squarePaymentId, attempt: id, orderId, cents })
    .from(paymentAttempts)
    .where(and(eq(state, 'captured'), inArray(squarePaymentId, ids)))
}

/** The payments whose status differs from the state of their attempt. */
async function differing({ db }: WorkerContext, payments: ListedPayment[]) {
  const ids = payments.map(({ id }) => id)
  const attempts = await db
    .select({ id: paymentAttempts.squarePaymentId, state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.squarePaymentId, ids))
  const states = new Map(attempts.map(({ id, state }) => [id, state]))
  return payments.filter(({ id, status }) => {
    const state = states.get(id)
    if (status === 'completed') return state !== 'captured'
    return status !== 'gone' || (state !== undefined && state !== 'voided')
  })
}
