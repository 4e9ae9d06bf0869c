// The processing fees of payments and refunds, as the card service has them on record. It adds them some time after the
// payment, so they come with the lists that reconciliation reads.
import { and, eq, gte, lt, min, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { isWithoutFee, paymentAttempts } from '../db/payment-schema.ts'
import { type Gateway, type ListedPayment, type ListedRefund, modeOf } from './gateway.ts'

const DAY_MS = 24 * 3_600_000
/** The payments of a week are read at once. */
const WINDOW_MS = 7 * DAY_MS
/** Clocks differ, and the card service lists payments by its own. */
const SLACK_MS = 3_600_000

/** Stores the fees of those of the listed payments that are captured here, where they are new or have changed. */
export async function recordFees(db: Db, listed: ListedPayment[]) {
  const charged = listed.filter(({ feeCents }) => feeCents !== null)
  if (charged.length === 0) return
  await db.execute(sql`
    update payment_attempts set fee_cents = listed.fee
    from unnest(${ids(charged)}::text[], ${fees(charged)}::int[]) listed (id, fee)
    where square_payment_id = listed.id and state = 'captured' and fee_cents is distinct from listed.fee`)
}

/** Stores the fees of those of the listed refunds that are recorded here, where they are new or have changed. */
export async function recordRefundFees(db: Db, listed: ListedRefund[]) {
  const charged = listed.filter(({ feeCents }) => feeCents !== null)
  if (charged.length === 0) return
  await db.execute(sql`
    update refunds set fee_cents = listed.fee
    from unnest(${ids(charged)}::text[], ${fees(charged)}::int[]) listed (id, fee)
    where square_refund_id = listed.id and fee_cents is distinct from listed.fee`)
}

const ids = (listed: { id: string }[]) => sql.param(listed.map(({ id }) => id))
const fees = (listed: { feeCents: number | null }[]) => sql.param(listed.map(({ feeCents }) => feeCents))

/**
 * Asks for the fees that are missing of payments made before `until`, a week of the list at a time, oldest first; a stop
 * in between loses nothing. False when the list cannot be read.
 */
export async function catchUpFees(
  { db, gateway }: { db: Db; gateway: Gateway },
  until: Date,
  closing?: AbortSignal,
): Promise<boolean> {
  let from = await firstWithoutFee(db, gateway, new Date(0), until)
  while (from && !closing?.aborted) {
    const end = new Date(from.getTime() + WINDOW_MS)
    const listed = await gateway.list(new Date(from.getTime() - SLACK_MS), new Date(end.getTime() + SLACK_MS))
    if (!listed) return false
    await recordFees(db, listed)
    from = await firstWithoutFee(db, gateway, end, until)
  }
  return true
}

/** When the oldest payment without a fee in that period was made; undefined when there is none. */
async function firstWithoutFee(db: Db, gateway: Gateway, from: Date, until: Date): Promise<Date | undefined> {
  const { mode, createdAt } = paymentAttempts
  const [first] = await db
    .select({ at: min(createdAt) })
    .from(paymentAttempts)
    .where(and(isWithoutFee(paymentAttempts), eq(mode, modeOf(gateway)), gte(createdAt, from), lt(createdAt, until)))
  return first?.at ?? undefined
}
