import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { SIMULATOR_TABLES } from './database.ts'
import { processingFeeSql } from './fees.ts'
import { LOCATION } from './operations.ts'

/** Rows per statement, so that each ends within the statement timeout. */
const BATCH = 5_000

/** Before every id. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** The ids of the next payments to look at. */
const next = (after: string) => sql`
  select id from payment_attempts
  where id > ${after}::uuid and state = 'captured' and kind = 'card' and mode = 'simulated'
  order by id limit ${BATCH}::int`

const payments = (ids: string[]) => sql`
  insert into square_simulator.payments
    (id, idempotency_key, body_hash, http_status, answer, payment, created_at, delayed_until)
  select square_payment_id, idem_key, md5(id::text), 200, jsonb_build_object('payment', payment), payment,
    created_at, created_at + interval '1 day'
  from payment_attempts a
    left join (select attempt_id, sum(cents)::int as cents from refunds
        where state in ('pending', 'completed') and attempt_id = any(${sql.param(ids)}::uuid[]) group by 1) r on r.attempt_id = a.id,
    lateral (select jsonb_build_object('amount', amount_cents, 'currency', 'USD') as money) m,
    lateral (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment) t,
    lateral (select jsonb_build_object(
      'id', square_payment_id, 'created_at', moment, 'updated_at', moment, 'amount_money', money,
      'total_money', money, 'approved_money', money, 'status', 'COMPLETED', 'source_type', 'CARD',
      'delay_duration', 'PT24H', 'delay_action', 'CANCEL', 'location_id', ${LOCATION.id}::text, 'reference_id', order_id,
      'card_details', jsonb_build_object('status', 'CAPTURED',
        'card_payment_timeline', jsonb_build_object('authorized_at', moment, 'captured_at', moment),
        'card', jsonb_build_object('card_brand', card_brand, 'last_4', card_last4)),
      'processing_fee', ${sql.raw(processingFeeSql('amount_cents', 'moment'))},
      'refunded_money', jsonb_build_object('amount', coalesce(r.cents, 0), 'currency', 'USD')
    ) as payment) p
  where a.id = any(${sql.param(ids)}::uuid[])
    and not exists (select from square_simulator.payments known where known.id = a.square_payment_id)`

/** The pending and completed refunds of those payments. A dispute takes its money otherwise. */
const refunds = (ids: string[]) => sql`
  insert into square_simulator.refunds (id, idempotency_key, body_hash, answer, payment_id, refund)
  select square_refund_id, r.idem_key, md5(r.id::text), jsonb_build_object('refund', refund), square_payment_id, refund
  from refunds r join payment_attempts a on a.id = r.attempt_id,
    lateral (select to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as made,
      to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as completed) t,
    lateral (select jsonb_build_object(
      'id', square_refund_id, 'status', upper(r.state), 'location_id', ${LOCATION.id}::text, 'unlinked', false,
      'destination_type', 'CARD', 'amount_money', jsonb_build_object('amount', cents, 'currency', 'USD'),
      'payment_id', square_payment_id, 'created_at', made, 'updated_at', completed
    ) as refund) p
  where a.id = any(${sql.param(ids)}::uuid[]) and r.state in ('pending', 'completed') and r.square_refund_id is not null and r.origin <> 'dispute'
    and not exists (select from square_simulator.refunds known where known.id = r.square_refund_id)`

/**
 * Writes the shop's simulated payments and their refunds into the simulator's tables, except those that are there already.
 * In a transaction, all of them are there or none.
 */
export async function recordTakenPayments(db: Db) {
  await db.transaction((tx) => tx.execute(sql.raw(SIMULATOR_TABLES)))
  for (let after = NIL; after; ) {
    const { rows } = await db.execute<{ id: string }>(next(after))
    const ids = rows.map(({ id }) => id)
    for (const insert of [payments, refunds]) await db.execute(insert(ids))
    after = ids[BATCH - 1] ?? ''
  }
}
