// Reads the payouts of the card service with their entries, once each, for the money check. What is read is stored page by
// page, so a stop in between loses at most one page.
import { and, asc, desc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { modeOf, type PaymentMode, type PayoutEntry } from '#server/shop/payments/gateway.ts'
import type { PaymentContext } from '#server/shop/payments/payment-context.ts'
import { reconcile } from '#server/shop/payments/reconciliation.ts'
import { paymentAttempts } from '#server/shop/schema/payments.ts'
import { payoutEntries, payoutReads, payouts } from '#server/shop/schema/payouts.ts'

const DAY_MS = 24 * 3_600_000
/** How far back payouts are read the first time: a quarter. */
export const HISTORY_DAYS = 92
/** A payout may change until it has arrived at the bank or come back. */
const OPEN_DAYS = 10
/** A payment may be captured a day after it was made. */
const CAPTURED_WITHIN_MS = 26 * 3_600_000
const SLACK_MS = 3_600_000

export type Reader = Omit<PaymentContext, 'actor'> & { closing?: AbortSignal | undefined }

/** What became of a reading: all is read, the access token may not read payouts, or a page could not be read. */
export type Reading = 'read' | 'refused' | 'unanswered'

/** Reads the payouts that are new or may have changed, and the entries of those whose entries are not read yet. */
export async function readPayouts(reader: Reader): Promise<Reading> {
  const { db, gateway } = reader
  const mode = modeOf(gateway)
  const from = await firstMoment(db, mode)
  const payoutList = await gateway.listPayouts(from, new Date(Date.now() + DAY_MS))
  if (payoutList === undefined) return 'unanswered'
  if (payoutList !== 'refused' && payoutList.length > 0) {
    const rows = payoutList.map((payout) => ({ ...payout, mode }))
    await db
      .insert(payouts)
      .values(rows)
      .onConflictDoUpdate({
        target: payouts.id,
        set: {
          status: sql`excluded.status`,
          amountCents: sql`excluded.amount_cents`,
          feeCents: sql`excluded.fee_cents`,
          arrivesOn: sql`excluded.arrives_on`,
          bankReference: sql`excluded.bank_reference`,
        },
      })
  }
  if (payoutList !== 'refused' && !(await readEntries(reader, mode))) return 'unanswered'
  const isRefused = payoutList === 'refused'
  await db
    .insert(payoutReads)
    .values({ mode, isRefused })
    .onConflictDoUpdate({ target: payoutReads.mode, set: { readAt: sql`now()`, isRefused } })
  return isRefused ? 'refused' : 'read'
}

/** From some days before the latest payout that is known, since the ones before have arrived. */
async function firstMoment(db: Db, mode: PaymentMode): Promise<Date> {
  const [latest] = await db
    .select({ at: payouts.createdAt })
    .from(payouts)
    .where(eq(payouts.mode, mode))
    .orderBy(desc(payouts.createdAt))
    .limit(1)
  return latest ? new Date(latest.at.getTime() - OPEN_DAYS * DAY_MS) : new Date(Date.now() - HISTORY_DAYS * DAY_MS)
}

/** Reads the entries of all payouts that lack some, oldest first. False when a page could not be read. */
async function readEntries(reader: Reader, mode: PaymentMode): Promise<boolean> {
  const { db, closing } = reader
  const unreadPayouts = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.mode, mode), isNull(payouts.entriesReadAt)))
    .orderBy(asc(payouts.createdAt))
  for (const { id } of unreadPayouts) if (closing?.aborted || !(await readEntriesOf(reader, id))) return false
  return true
}

async function readEntriesOf(reader: Reader, payoutId: string): Promise<boolean> {
  const { db, gateway } = reader
  const entryIds: string[] = []
  for (let next: string | undefined; ; ) {
    const page = await gateway.payoutEntries(payoutId, next)
    if (!page) return false
    const entries = page.entries.filter((entry) => entry.payoutId === payoutId)
    entryIds.push(...entries.map(({ id }) => id))
    if (entries.length > 0) await storeEntries(db, entries)
    next = page.next
    if (next) continue
    if (!(await followUnknown(reader, payoutId))) return false
    await finishPayout(db, payoutId, entryIds)
    return true
  }
}

const storeEntries = (db: Db, entries: PayoutEntry[]) =>
  db.transaction(async (tx) => {
    await tx.insert(payoutEntries).values(entries).onConflictDoNothing()
    await takeFees(tx, entries)
  })

/** What a payout deducted for a payment is its fee, when the record of the payment does not say. */
const takeFees = (tx: Db, entries: PayoutEntry[]) =>
  tx.execute(sql`
    update payment_attempts set fee_cents = e.fee_cents
    from payout_entries e
    where e.id = any(${sql.param(entries.map(({ id }) => id))}::text[]) and e.kind = 'CHARGE' and e.fee_cents <> 0
      and square_payment_id = e.payment_id and state = 'captured' and ${paymentAttempts.feeCents} is null`)

/**
 * Compares the days on which a payout has payments that are not captured here: sales of another shop on the account, or
 * payments of this one that it does not know. False when the list cannot be read.
 */
async function followUnknown({ db, gateway, log }: Reader, payoutId: string): Promise<boolean> {
  const { rows } = await db.execute<{ first: string | null; last: string }>(sql`
    select min(effective_at) as first, max(effective_at) as last from payout_entries e
    where payout_id = ${payoutId} and kind = 'CHARGE' and not exists (
      select from payment_attempts a where a.square_payment_id = e.payment_id and a.state = 'captured')`)
  const { first, last } = onlyRow(rows)
  if (!first) return true
  const from = new Date(new Date(first).getTime() - CAPTURED_WITHIN_MS)
  return reconcile({ db, gateway, log }, from, new Date(new Date(last).getTime() + SLACK_MS))
}

/** Marks the entries of a payout as read. Those that it does not have any more are forgotten. */
const finishPayout = (db: Db, payoutId: string, entryIds: string[]) =>
  db.transaction(async (tx) => {
    const isGone = entryIds.length > 0 ? [notInArray(payoutEntries.id, entryIds)] : []
    await tx.delete(payoutEntries).where(and(eq(payoutEntries.payoutId, payoutId), ...isGone))
    await tx.update(payouts).set({ entriesReadAt: sql`now()` }).where(eq(payouts.id, payoutId))
  })
