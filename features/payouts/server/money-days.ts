// What the page and the command of the money check show: each day of a month, and its payouts with their entries.
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { type Dispute, MONEY_FIGURES, type MoneyCheck, type PayoutPage } from '#contract/admin/money-check.ts'
import { totalsOf } from '#contract/admin/totals.ts'
import { dayOf } from '#contract/dates.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import type { PaymentMode } from '#server/shop/payments/gateway.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { disputes, paymentAttempts } from '#server/shop/schema/payments.ts'
import { payoutEntries, payoutReads, payouts } from '#server/shop/schema/payouts.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { type Part, spanTable, totalsIn } from '#server/shop/totals/cached-totals.ts'
import { daysIn, spanOfMonth, type TimeSpan } from '#server/shop/totals/days.ts'
import { NOT_FOUND } from './texts.ts'

type Day = MoneyCheck['days'][number]

/** The money of a month such as 2026-11, by the shop's days, in cents. */
export async function moneyOfMonth(db: Db, month: string, mode: PaymentMode): Promise<MoneyCheck> {
  const { timeZone } = await shopSettings(db)
  const span = spanOfMonth(month, timeZone)
  const [{ days, elsewhere }, lastCheck, [lastRead]] = await Promise.all([
    daysOf(db, { ...span, timeZone, mode }),
    db
      .select()
      .from(payouts)
      .where(and(eq(payouts.mode, mode), gte(payouts.createdAt, span.starts), lt(payouts.createdAt, span.ends)))
      .orderBy(asc(payouts.createdAt), asc(payouts.id)),
    db.select().from(payoutReads).where(eq(payoutReads.mode, mode)),
  ])
  return {
    month,
    readAt: lastRead?.readAt.toISOString() ?? null,
    isRefused: lastRead?.isRefused ?? false,
    days,
    total: totalsOf(MONEY_FIGURES, days),
    elsewhere,
    payouts: lastCheck.map(shownPayout),
  }
}

type MoneyRow = Omit<Day, 'day' | 'left' | 'differences'> & { mode: PaymentMode; moves: number; elsewhere: number }

/**
 * The money that moved, by payment mode, in cents: orders paid by card, refunds completed, disputes, what payouts have of
 * them, and what payouts have of anything else (`elsewhere`). Entries of payouts count at the moment of what they are about.
 * Other tables are looked up with an offset, which has it done row by row, however many other rows there are.
 */
export const MONEY: Part<MoneyRow> = {
  name: 'money',
  keys: ['mode'],
  changedBy: ['sale', 'refund', 'fee', 'payout'],
  daysAtOnce: 10,
  async rowsIn(db, spans) {
    const { rows } = await db.execute<MoneyRow & { number: number }>(sql`
      select number::int, mode, sum(moves)::int as moves, sum(orders)::int as orders, sum(taken)::float8 as taken,
        sum(refunded)::float8 as refunded, sum(fees)::float8 as fees, sum(unknown_fees)::int as "unknownFees",
        sum(disputed)::float8 as disputed, sum(paid_out)::float8 as "paidOut", sum(elsewhere)::float8 as elsewhere
      from ${spanTable(spans)}, lateral (
        select a.mode, 1 as moves, 1 as orders, a.amount_cents as taken, 0 as refunded, coalesce(a.fee_cents, 0) as fees,
          (a.fee_cents is null)::int as unknown_fees, 0 as disputed, entry.net as paid_out, 0 as elsewhere
        from (select current_attempt from orders where paid_at >= span.starts and paid_at < span.ends offset 0) o,
          lateral (select * from payment_attempts where id = o.current_attempt offset 0) a, lateral (
            select coalesce(sum(net_cents), 0) as net from payout_entries
            where payment_id = a.square_payment_id and kind = 'CHARGE') entry
        where a.kind = 'card'
        union all
        select a.mode, 1, 0, 0, r.cents, coalesce(r.fee_cents, 0), 0, 0, entry.net, 0
        from (select * from refunds where state = 'completed' and updated_at >= span.starts and updated_at < span.ends
            and origin <> 'dispute' and cents > 0 offset 0) r,
          lateral (select mode, kind from payment_attempts where id = r.attempt_id offset 0) a, lateral (
            select coalesce(sum(net_cents), 0) as net from payout_entries
            where refund_id = r.square_refund_id and kind = 'REFUND') entry
        where a.kind = 'card'
        union all
        select a.mode, 1, 0, 0, 0, 0, 0, e.net_cents, e.net_cents, 0
        from (select * from payout_entries where effective_at >= span.starts and effective_at < span.ends
            and dispute_id is not null offset 0) e,
          lateral (select mode from payment_attempts where square_payment_id = e.payment_id offset 0) a
        union all
        select p.mode, 0, 0, 0, 0, 0, 0, 0, 0, e.net_cents
        from (select * from payout_entries where effective_at >= span.starts and effective_at < span.ends offset 0) e,
          lateral (select mode from payouts where id = e.payout_id offset 0) p
        where not exists (
          select from payment_attempts a where a.square_payment_id = e.payment_id and a.state = 'captured' offset 0)
      ) as moved group by 1, 2`)
    return rows
  },
}

type Period = TimeSpan & { timeZone: string; mode: PaymentMode }

/** A row for each day on which money moved, and what payouts have of other payments and entries. */
async function daysOf(db: Db, { timeZone, mode, ...span }: Period): Promise<{ days: Day[]; elsewhere: number }> {
  const spans = daysIn(span, timeZone)
  const [dayRows, differences] = await Promise.all([
    totalsIn(db, MONEY, spans, timeZone),
    differencesByDay(db, dayOf(span.starts, timeZone), dayOf(span.ends, timeZone)),
  ])
  const all = spans.map(({ starts }, at) => {
    const day = dayOf(starts, timeZone)
    const { moves, elsewhere, ...row } = (dayRows[at] ?? []).find((row) => row.mode === mode) ?? NOTHING_MOVED
    return { day, moves, elsewhere, row: { ...row, differences: differences.get(day) ?? 0 } }
  })
  const days = all
    .filter(({ moves, row }) => moves > 0 || row.differences > 0)
    .map(({ day, row: { mode: _, ...row } }) => ({
      day,
      ...row,
      left: row.taken - row.refunded - row.fees + row.disputed,
    }))
  return { days, elsewhere: all.reduce((sum, { elsewhere }) => sum + elsewhere, 0) }
}

const NO_MONEY = { taken: 0, refunded: 0, fees: 0, disputed: 0, paidOut: 0, elsewhere: 0 }
const NOTHING_MOVED = { mode: null, moves: 0, orders: 0, unknownFees: 0, ...NO_MONEY }

/** How many differences are open of each day of the shop from one until another, which is not among them. */
async function differencesByDay(db: Db, from: string, until: string) {
  const { rows } = await db.execute<{ day: string; differences: number }>(sql`
    select detail->>'day' as day, count(*)::int as differences from reconciliation_breaks
    where resolved_at is null and detail->>'day' >= ${from} and detail->>'day' < ${until} group by 1`)
  return new Map(rows.map(({ day, differences }) => [day, differences]))
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
    .select({
      entry: payoutEntries,
      order: { _id: orders.id, number: orders.number },
      card: { brand: paymentAttempts.cardBrand, last4: paymentAttempts.cardLast4 },
    })
    .from(payoutEntries)
    .leftJoin(paymentAttempts, eq(paymentAttempts.squarePaymentId, payoutEntries.paymentId))
    .leftJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(ofPayout)
    .orderBy(asc(payoutEntries.effectiveAt), asc(payoutEntries.id))
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  const entries = rows.map(({ entry, order, card }) => ({
    _id: entry.id,
    kind: entry.kind,
    at: entry.effectiveAt.toISOString(),
    gross: entry.grossCents,
    fee: entry.feeCents,
    net: entry.netCents,
    order,
    card: order && card,
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
