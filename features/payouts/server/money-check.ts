// The money check compares payments, refunds, fees and disputes of the shop with the payouts of the card service, entry by
// entry, and records what differs as discrepancies. All is compared in one query over a quarter.
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { queueDiscrepancyMails } from '#server/shop/notifications/order-notifications.ts'
import { CLOSED_BY_CHECK, type DiscrepancyKind, wordsOf } from '#server/shop/payments/discrepancy-texts.ts'
import { CLAIMING_STATES } from '#server/shop/payments/disputes.ts'
import type { PaymentMode } from '#server/shop/payments/gateway.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { HISTORY_DAYS } from './read-payouts.ts'

/** Money is paid out within two business days, so after a week, holidays and weekends are no excuse. */
const OVERDUE = sql`interval '7 days'`
/** The card service decides the fee of a payment within hours. */
const FEE_OVERDUE = sql`interval '3 days'`

/** The kinds of differences that the money check alone finds. They close by themselves once they are gone. */
const OWN_KINDS = [
  'not_in_payout',
  'fee_missing',
  'fee_differs',
  'refund_not_known',
  'refund_not_at_service',
  'refund_differs',
  'payout_sum',
  'payout_failed',
  'dispute_money',
] satisfies DiscrepancyKind[]

type Difference = { kind: DiscrepancyKind; subject: string; detail: Record<string, unknown> }

/**
 * Compares the last quarter, records what differs and closes what no longer does. Returns how many differences there are,
 * and how many of them are new. Several may check at once.
 */
export async function checkMoney(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  mode: PaymentMode,
): Promise<{ found: number; isNew: number }> {
  const { timeZone } = await shopSettings(db)
  const since = sql`(now() - ${`${HISTORY_DAYS} days`}::interval)`
  const { rows: foundDifferences } = await db.execute<Difference>(differences({ since, mode, timeZone }))
  const openedCount = await db.transaction(async (tx) => {
    await closeGone(tx, foundDifferences, since)
    const openedRows = await open(tx, foundDifferences)
    await queueDiscrepancyMails(
      tx,
      openedRows.map(({ id }) => id),
    )
    return openedRows
  })
  for (const { kind, subject, detail } of openedCount)
    log.error({ break: kind, subject, ...detail }, wordsOf({ kind, detail }).title)
  return { found: foundDifferences.length, isNew: openedCount.length }
}

/** Opens those that are new, or that had gone by themselves. What a person has closed stays closed. */
async function open(tx: Db, foundDifferences: Difference[]) {
  if (foundDifferences.length === 0) return []
  const { rows } = await tx.execute<Difference & { id: number }>(sql`
    insert into reconciliation_breaks as known (kind, subject, detail)
    select * from jsonb_to_recordset(${JSON.stringify(foundDifferences)}::jsonb) as found (kind text, subject text, detail jsonb)
    on conflict (kind, subject) do update
      set resolved_at = null, resolved_by = null, note = null, since = now(), detail = excluded.detail
      where known.resolved_by = ${CLOSED_BY_CHECK.by}
    returning id::int, kind, subject, detail`)
  return rows
}

/** Closes what is no longer found, as far as it is of the compared time. */
const closeGone = (tx: Db, foundDifferences: Difference[], since: SQL) =>
  tx.execute(sql`
    update reconciliation_breaks known
    set resolved_at = now(), resolved_by = ${CLOSED_BY_CHECK.by}, note = ${CLOSED_BY_CHECK.note}
    where resolved_at is null and kind = any(${sql.param(OWN_KINDS)}::text[])
      and (detail->>'at')::timestamptz > ${since}
      and not exists (
        select from jsonb_to_recordset(${JSON.stringify(foundDifferences)}::jsonb) as found (kind text, subject text)
        where found.kind = known.kind and found.subject = known.subject)`)

type ComparedPeriod = { since: SQL; mode: PaymentMode; timeZone: string }

/** SQL: a row for each difference since that moment. Money that was taken or given back elsewhere is none of it. */
const differences = ({ since, mode, timeZone }: ComparedPeriod): SQL => sql`
  with latest as (
    select coalesce(max(created_at), '-infinity') as payout_at from payouts
    where mode = ${mode} and status <> 'failed' and entries_read_at is not null
  ), taken as (
    select a.square_payment_id as payment_id, a.order_id, a.amount_cents, a.fee_cents, o.paid_at as at,
      o.paid_at < now() - ${OVERDUE} and o.paid_at < payout_at - interval '1 day' as is_overdue,
      charged.gross, charged.fee, charged.payout_id
    from latest, orders o join payment_attempts a on a.id = o.current_attempt, lateral (
      select sum(gross_cents)::int as gross, sum(fee_cents)::int as fee, min(payout_id) as payout_id
      from payout_entries where payment_id = a.square_payment_id and kind = 'CHARGE') charged
    where o.paid_at >= ${since} and a.kind = 'card' and a.state = 'captured' and a.mode = ${mode}
      -- Its payment is missing altogether, which is told already.
      and not exists (
        select from reconciliation_breaks b where b.kind = 'captured_not_taken' and b.subject = a.square_payment_id)
  ), given as (
    select r.id, r.square_refund_id as refund_id, r.cents, r.order_id, r.updated_at as at,
      r.updated_at < now() - ${OVERDUE} and r.updated_at < payout_at - interval '1 day' as is_overdue,
      returned.cents as returned, returned.payout_id
    from latest, refunds r join payment_attempts a on a.id = r.attempt_id, lateral (
      select -sum(gross_cents)::int as cents, min(payout_id) as payout_id
      from payout_entries where refund_id = r.square_refund_id and kind = 'REFUND') returned
    where r.updated_at >= ${since} and r.state = 'completed' and r.cents > 0 and r.origin <> 'dispute'
      and a.kind = 'card' and a.mode = ${mode}
  ), elsewhere as (
    select e.refund_id, a.order_id, -e.gross_cents as cents, e.effective_at as at, e.payout_id
    from payout_entries e join payment_attempts a on a.square_payment_id = e.payment_id and a.mode = ${mode}
    where e.kind = 'REFUND' and e.effective_at >= ${since} and e.refund_id is not null
      and not exists (select from refunds known where known.square_refund_id = e.refund_id)
      and not exists (
        select from reconciliation_breaks b where b.kind = 'refunded_elsewhere' and b.subject = e.refund_id)
  ), claimed as (
    select coalesce(d.id, e.dispute_id) as dispute_id, coalesce(d.order_id, a.order_id) as order_id,
      coalesce(case when d.state in (${sql.join(
        CLAIMING_STATES.map((state) => sql`${state}`),
        sql`, `,
      )}) then -d.cents else 0 end, 0) as due,
      coalesce(e.moved, 0) as moved, coalesce(d.updated_at, e.at) as at, e.payout_id
    from (
      select d.* from disputes d join payment_attempts a on a.id = d.attempt_id
      where a.mode = ${mode} and d.updated_at >= ${since}
    ) d full join (
      select dispute_id, min(payment_id) as payment_id, sum(net_cents)::int as moved, max(effective_at) as at,
        min(payout_id) as payout_id
      from payout_entries where dispute_id is not null group by 1
    ) e on e.dispute_id = d.id
      left join payment_attempts a on a.square_payment_id = e.payment_id and a.mode = ${mode}
    where d.id is not null or (a.id is not null and e.at >= ${since}
      and not exists (select from disputes known where known.id = e.dispute_id))
  ), found as (
    select 'not_in_payout' as kind, payment_id as subject, at, order_id, payout_id, amount_cents as cents,
      null::int as recorded
    from taken where payout_id is null and is_overdue
    union all
    select 'amount_differs', payment_id, at, order_id, payout_id, gross, amount_cents
    from taken where gross <> amount_cents
    union all
    select 'fee_missing', payment_id, at, order_id, payout_id, amount_cents, null
    from taken where fee_cents is null and at < now() - ${FEE_OVERDUE} and (payout_id is not null or not is_overdue)
    union all
    select 'fee_differs', payment_id, at, order_id, payout_id, fee, fee_cents
    from taken t
    where fee <> fee_cents and not exists (
      select from payout_entries e where e.payment_id = t.payment_id
        and e.kind not in ('CHARGE', 'REFUND', 'OPEN_DISPUTE', 'DISPUTE'))
    union all
    select 'refund_not_known', refund_id, at, order_id, payout_id, cents, null from elsewhere
    union all
    select 'refund_not_at_service', id::text, at, order_id, null, cents, null
    from given where payout_id is null and is_overdue
    union all
    select 'refund_differs', refund_id, at, order_id, payout_id, returned, cents from given where returned <> cents
    union all
    select 'payout_sum', p.id, p.created_at, null, p.id, p.amount_cents, e.net
    from payouts p, lateral (
      select coalesce(sum(net_cents), 0)::int as net from payout_entries where payout_id = p.id) e
    where p.mode = ${mode} and p.created_at >= ${since} and p.kind = 'with_entries' and p.entries_read_at is not null
      -- The fee of the transfer is taken from the payout, or is one of its entries.
      and p.amount_cents not in (e.net, e.net - p.fee_cents)
    union all
    select 'payout_failed', id, created_at, null, id, amount_cents, null
    from payouts where mode = ${mode} and created_at >= ${since} and status = 'failed'
    union all
    select 'dispute_money', dispute_id, at, order_id, payout_id, moved, due
    from claimed, latest
    where moved <> due and at < now() - ${OVERDUE} and at < payout_at - interval '1 day'
  )
  select kind, subject, jsonb_strip_nulls(jsonb_build_object('at', at, 'day', (at at time zone ${timeZone}::text)::date,
    'orderId', order_id, 'payoutId', payout_id, 'cents', cents, 'recorded', recorded)) as detail
  from found order by at, kind, subject`
