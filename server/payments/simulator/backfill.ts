import type pg from 'pg'
import { createSimulatorTables } from './database.ts'
import { processingFeeSql } from './fees.ts'
import { LOCATION } from './operations.ts'

/** Rows per statement, so that each ends within the statement timeout. */
const BATCH = 5_000

const INSERT = `
  insert into square_simulator.payments
    (id, idempotency_key, body_hash, http_status, answer, payment, created_at, delayed_until)
  select square_payment_id, idem_key, md5(id::text), 200, jsonb_build_object('payment', payment), payment,
    created_at, created_at + interval '1 day'
  from payment_attempts a
    left join (select attempt_id, sum(cents)::int as cents from refunds where state = 'completed' group by 1) r
      on r.attempt_id = a.id,
    lateral (select jsonb_build_object('amount', amount_cents, 'currency', 'USD') as money) m,
    lateral (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment) t,
    lateral (select jsonb_build_object(
      'id', square_payment_id, 'created_at', moment, 'updated_at', moment, 'amount_money', money,
      'total_money', money, 'approved_money', money, 'status', 'COMPLETED', 'source_type', 'CARD',
      'delay_duration', 'PT24H', 'delay_action', 'CANCEL', 'location_id', $1::text, 'reference_id', order_id,
      'card_details', jsonb_build_object('status', 'CAPTURED',
        'card', jsonb_build_object('card_brand', card_brand, 'last_4', card_last4)),
      'processing_fee', ${processingFeeSql('amount_cents', 'moment')},
      'refunded_money', jsonb_build_object('amount', coalesce(r.cents, 0), 'currency', 'USD')
    ) as payment) p
  where state = 'captured' and kind = 'card' and mode = 'simulated'
    and not exists (select from square_simulator.payments known where known.id = a.square_payment_id)
  order by created_at limit ${BATCH}`

/** Writes the shop's simulated payments into the simulator's tables, except those that are there already. */
export async function recordTakenPayments(pool: pg.Pool) {
  await createSimulatorTables(pool)
  let written: number | null
  do ({ rowCount: written } = await pool.query(INSERT, [LOCATION.id]))
  while (written === BATCH)
}
