// Payouts as Square makes them for a seller who is paid every day: one for each day on which money moved, made after the
// day has ended, with an entry for each payment, refund and dispute of it.
import type { Payout, PayoutEntry } from '../square-api.ts'
import { inTransaction, type SimulatorDatabase } from './database.ts'
import { badRequest, notFound, parseBody } from './errors.ts'
import { cursorOf, Filter, MOST, placeOf } from './lists.ts'
import type { Answer } from './types.ts'

const amountOf = (json: string) => `coalesce((${json}->>'amount')::int, 0)`

/** SQL: what moved money and is in no payout yet, up to the end of yesterday. A bank claims its money with the dispute. */
const UNPAID_ENTRIES = `
  select 'CHARGE' as kind, id as source, coalesce((payment->'card_details'->'card_payment_timeline'->>'captured_at')::timestamptz, created_at) as at,
    ${amountOf(`payment->'amount_money'`)} as gross, fee, 'type_charge_details' as part, jsonb_build_object('payment_id', id) as about
  from square_simulator.payments, lateral (
    select coalesce(sum((one->'amount_money'->>'amount')::int), 0)::int as fee
    from jsonb_array_elements(coalesce(payment->'processing_fee', '[]')) one) fees
  where payment->>'status' = 'COMPLETED'
  union all
  select 'REFUND', id, (refund->>'updated_at')::timestamptz, -${amountOf(`refund->'amount_money'`)}, fee,
    'type_refund_details', jsonb_build_object('payment_id', payment_id, 'refund_id', id)
  from square_simulator.refunds, lateral (
    select coalesce(sum((one->'amount_money'->>'amount')::int), 0)::int as fee
    from jsonb_array_elements(coalesce(refund->'processing_fee', '[]')) one) fees
  where refund->>'status' = 'COMPLETED'
  union all
  select 'OPEN_DISPUTE', id, (dispute->>'created_at')::timestamptz, -${amountOf(`dispute->'amount_money'`)}, 0,
    'type_open_dispute_details', jsonb_build_object('payment_id', dispute->'disputed_payment'->'payment_id', 'dispute_id', id)
  from square_simulator.disputes where dispute->>'state' not like 'INQUIRY%'
  union all
  select 'DISPUTE', id, (dispute->>'updated_at')::timestamptz, ${amountOf(`dispute->'amount_money'`)}, 0,
    'type_dispute_details', jsonb_build_object('payment_id', dispute->'disputed_payment'->'payment_id', 'dispute_id', id)
  from square_simulator.disputes where dispute->>'state' = 'WON'`

const money = (cents: string) => `jsonb_build_object('amount', ${cents}, 'currency', 'USD')`

/** SQL: makes the payouts of all days that have ended, $1 the location. A payout of nothing is left for the next day. */
const PAY_OUT = `
  with unpaid as (
    select *, md5(kind || source) as entry, (at at time zone 'UTC')::date as day from (${UNPAID_ENTRIES}) moved
    where at < date_trunc('day', now(), 'UTC')
      and not exists (select from square_simulator.payout_entries e where e.id = md5(kind || source))
  ), days as (
    select day, md5(day::text || min(entry)) as payout, sum(gross - fee)::int as total,
      day + case extract(isodow from day) when 5 then 3 when 6 then 2 else 1 end as arrives
    from unpaid group by day having sum(gross - fee) <> 0
  ), made as (
    insert into square_simulator.payouts (id, created_at, payout)
    select payout, (day + 1)::timestamp at time zone 'UTC', jsonb_build_object(
      'id', payout, 'status', 'PAID', 'location_id', $1::text, 'type', 'BATCH', 'version', 1,
      'created_at', to_char(day + 1, 'YYYY-MM-DD"T00:00:00Z"'), 'updated_at', to_char(day + 1, 'YYYY-MM-DD"T00:00:00Z"'),
      'amount_money', ${money('total')}, 'arrival_date', arrives::text, 'end_to_end_id', 'L' || left(payout, 10),
      'destination', jsonb_build_object('type', 'BANK_ACCOUNT', 'id', 'bact:simulator'))
    from days)
  insert into square_simulator.payout_entries (id, payout_id, effective_at, entry)
  select entry, payout, at, jsonb_build_object(
    'id', entry, 'payout_id', payout, 'type', kind, 'effective_at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'gross_amount_money', ${money('gross')}, 'fee_amount_money', ${money('fee')}, 'net_amount_money', ${money('gross - fee')},
    part, about)
  from unpaid join days using (day)`

/** Several processes may ask at once, and what moved is paid out once. */
const payOut = (database: SimulatorDatabase, locationId: string) =>
  inTransaction(database, async (client) => {
    await client.query('lock table square_simulator.payouts in share row exclusive mode')
    await client.query(PAY_OUT, [locationId])
  })

/** GET /v2/payouts: a page of the payouts made in a period. */
export async function listPayouts(
  database: SimulatorDatabase,
  locationId: string,
  query: unknown,
  pageSize = MOST,
): Promise<Answer> {
  const filter = parseBody(Filter, query)
  if (filter.location_id && filter.location_id !== locationId) return { status: 200, body: {} }
  await payOut(database, locationId)
  const [after, afterId] = filter.cursor ? placeOf(filter.cursor) : [null, null]
  const limit = Math.min(filter.limit, pageSize, MOST)
  const [order, beyond] = filter.sort_order === 'ASC' ? ['asc', '>'] : ['desc', '<']
  const { rows } = await database.pool.query<{ payout: Payout }>(
    `select payout from square_simulator.payouts
     where created_at >= coalesce($1, now() - interval '1 year') and created_at < coalesce($2, now())
       and ($3::timestamptz is null or (created_at, id) ${beyond} ($3, $4))
     order by created_at ${order}, id ${order} limit $5`,
    [filter.begin_time, filter.end_time, after, afterId, limit + 1],
  )
  const payouts = rows.slice(0, limit).map(({ payout }) => payout)
  const last = payouts.at(-1)
  const cursor = rows.length > limit && last ? { cursor: cursorOf(last.created_at, last.id) } : {}
  return { status: 200, body: payouts.length > 0 ? { payouts, ...cursor } : {} }
}

/** GET /v2/payouts/{id}/payout-entries: a page of the entries of a payout. */
export async function listPayoutEntries(
  { pool }: SimulatorDatabase,
  payoutId: string,
  query: unknown,
  pageSize = MOST,
): Promise<Answer> {
  const filter = parseBody(Filter, query)
  const { rowCount } = await pool.query('select from square_simulator.payouts where id = $1', [payoutId])
  if (!rowCount) throw notFound(`payout with id: ${payoutId}`)
  const [after, afterId] = filter.cursor ? placeOf(filter.cursor) : [null, null]
  const limit = Math.min(filter.limit, pageSize, MOST)
  if (filter.sort_order !== 'ASC')
    throw badRequest('INVALID_SORT_ORDER', 'Entries come oldest first here', 'sort_order')
  const { rows } = await pool.query<{ entry: PayoutEntry; at: string }>(
    `select entry, entry->>'effective_at' as at from square_simulator.payout_entries
     where payout_id = $1 and ($2::timestamptz is null or (date_trunc('milliseconds', effective_at), id) > ($2, $3))
     order by date_trunc('milliseconds', effective_at), id limit $4`,
    [payoutId, after, afterId, limit + 1],
  )
  const last = rows[limit - 1]
  const cursor = rows.length > limit && last ? { cursor: cursorOf(last.at, last.entry.id) } : {}
  const payout_entries = rows.slice(0, limit).map(({ entry }) => entry)
  return { status: 200, body: payout_entries.length > 0 ? { payout_entries, ...cursor } : {} }
}
