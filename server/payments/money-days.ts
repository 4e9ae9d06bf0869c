// What the page and the command of the money check show: each day of a month, and its payouts with their entries.
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { type Dispute, MONEY_FIGURES, type MoneyCheck, type PayoutPage } from '#contract/admin/money-check.ts'
import { totalsOf } from '#contract/admin/totals.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import type { Db } from '../db/client.ts'
import { orders } from '../db/order-schema.ts'
import { pageInfo } from '../db/pagination.ts'
import { paymentAttempts } from '../db/payment-schema.ts'
import { disputes, payoutEntries, payoutReads, payouts } from '../db/payout-schema.ts'
import { onlyRow } from '../db/rows.ts'
import { notFound } from '../errors.ts'
import { shopSettings } from '../settings/settings.ts'
import { type Span, spanOfMonths } from '../settings/shop-days.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import type { PaymentMode } from './gateway.ts'

type Day = MoneyCheck['days'][number]

/** The money of a month such as 2026-11, by the shop's days, in cents. */
export async function moneyOfMonth(db: Db, month: string, mode: PaymentMode): Promise<MoneyCheck> {
  const { timeZone } = await shopSettings(db)
  const span = spanOfMonths({ from: month, to: month }, timeZone)
  const period = { ...span, timeZone, mode }
  const [days, elsewhere, made, [read]] = await Promise.all([
    daysOf(db, period),
    netElsewhere(db, period),
    db
      .select()
      .from(payouts)
      .where(and(eq(payouts.mode, mode), gte(payouts.createdAt, span.starts), lt(payouts.createdAt, span.ends)))
      .orderBy(asc(payouts.createdAt), asc(payouts.id)),
    db.select().from(payoutReads).where(eq(payoutReads.mode, mode)),
  ])
  return {
    month,
    readAt: read?.readAt.toISOString() ?? null,
    isRefused: read?.isRefused ?? false,
    days,
    total: totalsOf(MONEY_FIGURES, days),
    elsewhere,
    payouts: made.map(shownPayout),
  }
}

type Period = Span & { timeZone: string; mode: PaymentMode }

/** A row for each day on which money moved. Entries of payouts count on the day of what they are about. */
async function daysOf(db: Db, { starts, ends, timeZone, mode }: Period): Promise<Day[]> {
  const dayOf = (moment: SQL) => sql`(${moment} at time zone ${timeZone}::text)::date::text`
  const { rows } = await db.execute<Day>(sql`
    with moved as (
      select ${dayOf(sql`o.paid_at`)} as day, 1 as orders, a.amount_cents as taken, 0 as refunded,
        coalesce(a.fee_cents, 0) as fees, (a.fee_cents is null)::int as unknown_fees, 0 as disputed, entry.net as paid_out,
        0 as differences
      from orders o join payment_attempts a on a.id = o.current_attempt, lateral (
        select coalesce(sum(net_cents), 0) as net from payout_entries
        where payment_id = a.square_payment_id and kind = 'CHARGE') entry
      where o.paid_at >= ${starts} and o.paid_at < ${ends} and a.kind = 'card' and a.mode = ${mode}
      union all
      select ${dayOf(sql`r.updated_at`)}, 0, 0, r.cents, coalesce(r.fee_cents, 0), 0, 0, entry.net, 0
      from refunds r join payment_attempts a on a.id = r.attempt_id, lateral (
        select coalesce(sum(net_cents), 0) as net from payout_entries
        where refund_id = r.square_refund_id and kind = 'REFUND') entry
      where r.updated_at >= ${starts} and r.updated_at < ${ends} and r.state = 'completed' and r.origin <> 'dispute'
        and r.cents > 0 and a.kind = 'card' and a.mode = ${mode}
      union all
      select ${dayOf(sql`e.effective_at`)}, 0, 0, 0, 0, 0, e.net_cents, e.net_cents, 0
      from payout_entries e join payment_attempts a on a.square_payment_id = e.payment_id and a.mode = ${mode}
      where e.effective_at >= ${starts} and e.effective_at < ${ends} and e.dispute_id is not null
      union all
      select detail->>'day', 0, 0, 0, 0, 0, 0, 0, 1
      from reconciliation_breaks
      where resolved_at is null and detail->>'day' >= ${dayOf(starts)} and detail->>'day' < ${dayOf(ends)}
    )
    select day, sum(orders)::int as orders, sum(taken)::float8 as taken, sum(refunded)::float8 as refunded,
      sum(fees)::float8 as fees, sum(unknown_fees)::int as "unknownFees", sum(disputed)::float8 as disputed,
      (sum(taken) - sum(refunded) - sum(fees) + sum(disputed))::float8 as left, sum(paid_out)::float8 as "paidOut",
      sum(differences)::int as differences
    from moved group by day order by day`)
  return rows
}

/** What payouts have of payments that are not of this shop, and of entries that are about no payment. */
async function netElsewhere(db: Db, { starts, ends, mode }: Period): Promise<number> {
  const { rows } = await db.execute<{ net: number }>(sql`
    select coalesce(sum(e.net_cents), 0)::float8 as net
    from payout_entries e join payouts p on p.id = e.payout_id and p.mode = ${mode}
    where e.effective_at >= ${starts} and e.effective_at < ${ends} and not exists (
      select from payment_attempts a where a.square_payment_id = e.payment_id and a.state = 'captured')`)
  return onlyRow(rows).net
}

const shownPayout = (payout: typeof payouts.$inferSelect): MoneyCheck['payouts'][number] => ({
  _id: payout.id,
  createdAt: payout.createdAt.toISOString(),
  amount: payout.amountCents,
  fee: payout.feeCents,
  arrives: payout.arrivesOn,
  status: payout.status,
  bankReference: payout.bankReference,
})

/** A payout with a page of its entries, oldest first. Throws not_found, also past the last page. */
export async function payoutPage(db: Db, payoutId: string, pageNumber: number): Promise<PayoutPage> {
  const [payout] = await db.select().from(payouts).where(eq(payouts.id, payoutId))
  if (!payout) throw notFound(NOT_FOUND.payout)
  const ofPayout = eq(payoutEntries.payoutId, payoutId)
  const sums = {
    total: sql<number>`count(*)::int`,
    sum: sql<number>`coalesce(sum(${payoutEntries.netCents}), 0)::float8`,
  }
  const { total, sum } = onlyRow(await db.select(sums).from(payoutEntries).where(ofPayout))
  const rows = await db
    .select({ entry: payoutEntries, order: { _id: orders.id, number: orders.number } })
    .from(payoutEntries)
    .leftJoin(paymentAttempts, eq(paymentAttempts.squarePaymentId, payoutEntries.paymentId))
    .leftJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(ofPayout)
    .orderBy(asc(payoutEntries.effectiveAt), asc(payoutEntries.id))
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  const entries = rows.map(({ entry, order }) => ({
    _id: entry.id,
    kind: entry.kind,
    at: entry.effectiveAt.toISOString(),
    gross: entry.grossCents,
    fee: entry.feeCents,
    net: entry.netCents,
    order,
  }))
  const isRead = payout.entriesReadAt !== null
  return { payout: shownPayout(payout), sum, isRead, entries, ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE) }
}

/** The disputes of an order, oldest first. */
export async function disputesOf(db: Db, orderId: string): Promise<Dispute[]> {
  const rows = await db.select().from(disputes).where(eq(disputes.orderId, orderId)).orderBy(asc(disputes.createdAt))
  return rows.map(({ id, cents, state, dueAt }) => ({
    _id: id,
    amount: cents,
    state,
    dueAt: dueAt?.toISOString() ?? null,
  }))
}
