// The processing fees of payments and refunds, as the card service has them on record. It adds them some time after the
// payment, so they come with the lists that reconciliation reads.
import { and, eq, gte, lt, min, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { isWithoutFee, paymentAttempts } from '#server/shop/schema/payments.ts'
import { type Gateway, type ListedPayment, type ListedRefund, modeOf } from './gateway.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

const DAY_MS = 24 * 3_600_000
/** The payments of a week are read at once. */
const WINDOW_MS = 7 * DAY_MS
/** Clocks differ, and the card service lists payments by its own. */
const SLACK_MS = 3_600_000

/** Stores the fees of those of the listed payments that are captured here, where they are new or have changed. */
export async function recordFees(db: Db, payments: ListedPayment[]) {
  const chargedPayments = payments.filter(({ feeCents }) => feeCents !== null)
  if (chargedPayments.length === 0) return
  await db.execute(sql`
    update payment_attempts set fee_cents = listed.fee
    from unnest(${ids(chargedPayments)}::text[], ${fees(chargedPayments)}::int[]) listed (id, fee)
    where square_payment_id = listed.id and state = 'captured' and fee_cents is distinct from listed.fee`)
}

/** Stores the fees of those of the listed refunds that are recorded here, where they are new or have changed. */
export async function recordRefundFees(db: Db, refundList: ListedRefund[]) {
  const chargedRefunds = refundList.filter(({ feeCents }) => feeCents !== null)
  if (chargedRefunds.length === 0) return
  await db.execute(sql`
    update refunds set fee_cents = listed.fee
    from unnest(${ids(chargedRefunds)}::text[], ${fees(chargedRefunds)}::int[]) listed (id, fee)
    where square_refund_id = listed.id and fee_cents is distinct from listed.fee`)
}

const ids = (rows: { id: string }[]) => sql.param(rows.map(({ id }) => id))
const fees = (rows: { feeCents: number | null }[]) => sql.param(rows.map(({ feeCents }) => feeCents))

/** Payments that are not in the list are asked for one by one, this many at most. */
const MOST_ASKED = 20

type Worker = Omit<PaymentContext, 'actor'>

/**
 * Asks for the fees that are missing of payments made before `until`, a week of the list at a time, oldest first; a stop
 * in between loses nothing. A payment that the card service does not have becomes a discrepancy. False when the list
 * cannot be read.
 */
export async function catchUpFees(worker: Worker, until: Date, closing?: AbortSignal): Promise<boolean> {
  const { db, gateway } = worker
  let listCalls = 0
  let from = await firstWithoutFee(db, gateway, new Date(0), until)
  while (from && !closing?.aborted) {
    const end = new Date(from.getTime() + WINDOW_MS)
    const payments = await gateway.list(new Date(from.getTime() - SLACK_MS), new Date(end.getTime() + SLACK_MS))
    if (!payments) return false
    await recordFees(db, payments)
    const missing = await unlistedPayments(db, gateway, { from, until: end < until ? end : until }, payments)
    await reportMissing(worker, missing.slice(0, MOST_ASKED - listCalls))
    listCalls = Math.min(MOST_ASKED, listCalls + missing.length)
    from = await firstWithoutFee(db, gateway, end, until)
  }
  return true
}

type Period = { from: Date; until: Date }

/** The payments without a fee of that period that the list does not have. */
async function unlistedPayments(db: Db, gateway: Gateway, period: Period, payments: ListedPayment[]) {
  const listedIds = new Set(payments.map(({ id }) => id))
  const attempts = await db.select().from(paymentAttempts).where(lacksFee(gateway, period))
  return attempts.filter(({ squarePaymentId }) => !listedIds.has(squarePaymentId ?? ''))
}

/** Asks for each payment, and reports those that the card service says it does not have. */
async function reportMissing(worker: Worker, attempts: (typeof paymentAttempts.$inferSelect)[]) {
  for (const { id, orderId, squarePaymentId } of attempts)
    if (squarePaymentId && (await worker.gateway.isMissing(squarePaymentId)))
      await recordDiscrepancy(worker, 'captured_not_taken', squarePaymentId, { orderId, attempt: id })
}

const lacksFee = (gateway: Gateway, { from, until }: Period) =>
  and(
    isWithoutFee(paymentAttempts),
    eq(paymentAttempts.mode, modeOf(gateway)),
    gte(paymentAttempts.createdAt, from),
    lt(paymentAttempts.createdAt, until),
  )

/** When the oldest payment without a fee in that period was made; undefined when there is none. */
async function firstWithoutFee(db: Db, gateway: Gateway, from: Date, until: Date): Promise<Date | undefined> {
  const [first] = await db
    .select({ at: min(paymentAttempts.createdAt) })
    .from(paymentAttempts)
    .where(lacksFee(gateway, { from, until }))
  return first?.at ?? undefined
}
