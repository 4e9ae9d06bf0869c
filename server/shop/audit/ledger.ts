import { type SQL, sql } from 'drizzle-orm'
import { HANDED_OVER } from '#contract/rates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { wrongTotals } from '#server/shop/totals/check-totals.ts'
import { salesTaxRows } from '#server/shop/totals/sales-tax-rows.ts'
import { statementRows } from '#server/shop/totals/statement-rows.ts'

type Rules = Record<string, SQL>

/** All that was ever sold. */
const ALWAYS_SPAN = sql`(values ('-infinity'::timestamptz, 'infinity'::timestamptz, 1)) as span (starts, ends, number)`

/** The rules of the ledger that hold at any instant (docs/checkout.md), each with a query for its violations. */
const ALWAYS: Rules = {
  'the stock of a product equals the sum of its stock changes': sql`
    select p.id from products p left join stock_ledger l on l.product_id = p.id
    group by p.id having p.qty <> coalesce(sum(l.delta), 0)`,
  'a product with choices has no stock of its own, and each choice has a value on each of its axes': sql`
    select p.id from products p left join products c on c.parent_id = p.id and c.deleted_at is null
    where (p.axes is not null and p.qty <> 0) or (c.id is not null and cardinality(c.choice) is distinct from cardinality(p.axes))`,
  'pieces that a payment holds or sold are out of stock, and pieces it released are back': sql`
    select h.attempt_id from holds h left join stock_ledger l on (l.attempt_id, l.product_id) = (h.attempt_id, h.product_id)
    group by h.attempt_id, h.product_id, h.qty, h.state
    having coalesce(sum(l.delta), 0) <> case h.state when 'released' then 0 else -h.qty end`,
  'the state of each hold and coupon use matches its payment': sql`
    select a.id from payment_attempts a left join holds h on h.attempt_id = a.id left join coupon_uses c on c.attempt_id = a.id
    where h.state <> case when a.state in ('authorising', 'capturing') then 'held' when a.state = 'captured' then 'sold' else 'released' end
      or c.state <> case when a.state in ('authorising', 'capturing') then 'held' when a.state = 'captured' then 'used' else 'released' end`,
  'an order has at most one captured payment': sql`
    select order_id from payment_attempts where state = 'captured' group by order_id having count(*) > 1`,
  'every stock change for a payment belongs to one of its holds': sql`
    select l.id from stock_ledger l left join holds h on (h.attempt_id, h.product_id) = (l.attempt_id, l.product_id)
    where l.reason in ('hold', 'release') and h.attempt_id is null`,
  'the pieces that a payment holds or sold match its order': sql`
    with live as (select id, order_id from payment_attempts where state in ('authorising', 'capturing', 'captured')),
      units as (select order_id, product_id, sum(qty) as qty from order_items group by order_id, product_id)
    select a.id from live a join holds h on h.attempt_id = a.id
      left join units i on (i.order_id, i.product_id) = (a.order_id, h.product_id)
      where h.qty is distinct from i.qty
    union select a.id from live a join units i on i.order_id = a.order_id
      left join holds h on (h.attempt_id, h.product_id) = (a.id, i.product_id) where h.qty is null`,
  'an order is paid if and only if a payment captured its total': sql`
    select coalesce(o.id, a.order_id) from orders o
      full join (select * from payment_attempts where state = 'captured') a on a.order_id = o.id
    where case when o.state = 'paid' then not coalesce(a.amount_cents = o.total_cents and a.id = o.current_attempt, false)
      else a.id is not null end`,
  'the refunded amount of an order equals the sum of its refunds': sql`
    select o.id from orders o left join refunds r on r.order_id = o.id and r.state <> 'failed'
    group by o.id having o.refunded_cents is distinct from sum(r.cents)`,
  'the tax and the shipping that refunds return are at most those of their order, and all of it once it is refunded': sql`
    select o.id from orders o join refunds r on r.order_id = o.id and r.state <> 'failed' group by o.id
    having sum(r.tax_cents) > o.tax_cents or sum(r.shipping_cents) > o.shipping_cents
      or (sum(r.cents) >= o.total_cents and (sum(r.tax_cents) <> o.tax_cents or sum(r.shipping_cents) <> o.shipping_cents))`,
  'the tax of an order is its rate of its base, unless a coupon waived it': sql`
    select id from orders where tax_ppm is not null and tax_cents <> case
      when coalesce((coupon->>'taxFree')::boolean, false) then 0
      when tax_included then (2 * tax_base_cents::bigint * tax_ppm + 1000000 + tax_ppm) / (2 * (1000000 + tax_ppm))
      else (tax_base_cents::bigint * tax_ppm + 500000) / 1000000 end`,
  'the sales tax report adds up to the tax of all captured payments less that of their refunds': sql`
    select report.net from (select coalesce(sum(tax - "refundedTax"), 0) as net from (${salesTaxRows(ALWAYS_SPAN)}) r) report,
      (select coalesce(sum((l.detail->'order'->>'tax')::bigint), 0) as tax from orders o
        join payment_log l on l.attempt_id = o.current_attempt and l.to_state = 'captured'
        where o.paid_by is distinct from 'gift') captured,
      (select coalesce(sum(r.tax_cents), 0) as tax from refunds r join payment_attempts a on a.id = r.attempt_id
        join orders o on o.current_attempt = a.id where r.state = 'completed' and o.paid_by is distinct from 'gift') refunded
    where report.net <> captured.tax - refunded.tax`,
  'the monthly statement adds up to all captured payments less their refunds and fees': sql`
    select report.net from (select coalesce(sum(sales), 0) as sales, coalesce(sum(refunded), 0) as refunded,
        coalesce(sum(sales - refunded - fees), 0) as net from (${statementRows(ALWAYS_SPAN)}) r) report,
      (select coalesce(sum(a.amount_cents), 0) as cents, coalesce(sum(a.fee_cents), 0) as fees from payment_attempts a
        join orders o on o.id = a.order_id where a.state = 'captured' and o.paid_by is distinct from 'gift') captured,
      (select coalesce(sum(r.cents), 0) as cents, coalesce(sum(r.fee_cents), 0) as fees from refunds r
        join orders o on o.id = r.order_id where r.state = 'completed' and o.paid_by is distinct from 'gift') refunded
    where (report.sales, report.refunded, report.net) is distinct from (captured.cents::float8, refunded.cents::float8,
      (captured.cents - refunded.cents - captured.fees - refunded.fees)::float8)`,
  'an order has a manual payment method if and only if the seller marked it as paid': sql`
    select o.id from orders o left join payment_attempts a on a.id = o.current_attempt
    where (o.paid_by is not null) <> (o.state = 'paid' and coalesce(a.kind, '') = 'manual')`,
  // One whose buyer pays by its link is handed over after that. The seller of the demo took cash for orders of no admin.
  'an order that is handed over was added by the seller: paid at once, or paid before it left': sql`
    select id from orders where shipping->>'method' = ${HANDED_OVER}::text and (placed_key is null and paid_by is null
      or case when delivered_at is null then paid_by is not null and paid_at = created_at else state <> 'paid' end)`,
  'a paid order has not changed since it was paid: buyer, amounts, coupon and items': sql`
    select o.id from orders o left join payment_log l on l.attempt_id = o.current_attempt and l.to_state = 'captured'
      join users u on u.id = o.user_id,
      -- An order that an account took over has another buyer than the guest who paid it.
      lateral (select case when o.claimed_at is null then '{}' else '{buyer}' end::text[] as moved) claim
    where o.state = 'paid' and (l.detail->'order') - moved is distinct from order_figures(o.id) - moved
      -- The answers of an erased buyer are erased; their hash is the fourth part of a line.
      and not (u.deleted_at is not null and coalesce(order_figures(o.id) - moved = jsonb_set((l.detail->'order') - moved, '{lines}', (
        select coalesce(jsonb_agg(line - 3 order by place), '[]')
        from jsonb_array_elements(l.detail->'order'->'lines') with ordinality as lines (line, place))), false))`,
  'a payment uses the coupon of its order and no other': sql`
    select a.id from payment_attempts a join orders o on o.id = a.order_id left join coupon_uses c on c.attempt_id = a.id
    where a.state in ('authorising', 'capturing', 'captured') and o.coupon_id is distinct from c.coupon_id`,
  // A coupon that was used several times may become a one-time coupon later: what counts is how it was used.
  'each slot of a coupon is used once, and every other use belongs to one payment': sql`
    select coupon_id from coupon_uses where state in ('held', 'used')
      group by coupon_id, slot having count(*) > 1
    union select coupon_id from coupon_uses
      where slot <> attempt_id::text and slot !~ '^(once|n[1-9][0-9]*|user:[-0-9a-f]{36}|mail:[0-9a-f]{64})$'
    -- A payment uses a coupon once, in the name of one person.
    union select coupon_id from coupon_uses group by coupon_id, attempt_id
      having count(*) filter (where slot !~ '^(user|mail):') <> 1 or count(*) filter (where slot ~ '^user:') > 1
        or count(*) filter (where slot ~ '^mail:') > 1`,
  'what discounts take off the lines of an order is part of its discount': sql`
    select o.id from orders o join order_items i on i.order_id = o.id
    group by o.id having sum(i.discount_cents) > o.discount_cents
      or bool_or(i.discount_cents < 0 or i.discount_cents > i.qty * i.price_cents)
      or sum(i.discount_cents) <> coalesce((o.coupon->>'itemsDiscount')::int, 0) + coalesce((o.discount->>'itemsDiscount')::int, 0)`,
  'card payments have an ID at the card service, and other payments do not': sql`
    select id from payment_attempts
    where state in ('capturing', 'captured') and (kind = 'card') <> (square_payment_id is not null)`,
  'refunds never exceed the captured amount of their payment': sql`
    select a.id from payment_attempts a join refunds r on r.attempt_id = a.id where r.state in ('pending', 'completed')
    group by a.id having sum(r.cents) > a.amount_cents or a.state <> 'captured'`,
  'an order shows no more refunded than its total, unless a refund waits for its answer': sql`
    select id from orders o where refunded_cents > total_cents
      and not exists (select from refunds r where r.order_id = o.id and r.state = 'requested')`,
  'a refund belongs to a payment of its order, and an accepted card refund has an ID at the card service': sql`
    select r.id from refunds r left join payment_attempts a on a.id = r.attempt_id
    where a.order_id is distinct from r.order_id
      or (a.kind = 'card' and r.cents > 0 and r.state in ('pending', 'completed') and r.square_refund_id is null)`,
  'the pieces of an order are refunded and restocked at most once': sql`
    select r.order_id from refund_items f join refunds r on r.id = f.refund_id and r.state <> 'failed'
      left join order_items i on (i.order_id, i.line) = (r.order_id, f.line)
    group by r.order_id, f.line, i.qty having greatest(sum(f.qty), sum(f.restock)) > coalesce(i.qty, 0)`,
  'a refund says which pieces it restocks': sql`
    select r.id from refunds r left join refund_items f on f.refund_id = r.id where r.state <> 'failed'
    group by r.id having r.restock <> (coalesce(sum(f.restock), 0) > 0)`,
  'the shipping of an order is refunded at most once as a part of its own': sql`
    select order_id from refunds where with_shipping and state <> 'failed' group by order_id having count(*) > 1`,
  // Of a piece that is one of a kind, fewer come back when there is one again.
  'restocked pieces match the refunds that restocked them': sql`
    select product_id from
      (select product_id, sum(delta) as back from stock_ledger where reason = 'returned' group by product_id) l
      full join (select i.product_id, sum(f.restock) as sold from refunds r join refund_items f on f.refund_id = r.id
          join order_items i on (i.order_id, i.line) = (r.order_id, f.line)
        where r.state = 'completed' and f.restock > 0 group by i.product_id) s using (product_id)
    where coalesce(back, 0) > coalesce(sold, 0) or (coalesce(back, 0) < coalesce(sold, 0) and not exists (
      select from product_trace t where t.product_id = coalesce(l.product_id, s.product_id) and t.log ilike '%one of a kind%')
      and not exists (select from products p where p.id = coalesce(l.product_id, s.product_id) and p.one_of_a_kind))`,
  'the last log entry of a payment matches its state': sql`
    select a.id from payment_attempts a left join
      (select distinct on (attempt_id) attempt_id, to_state from payment_log order by attempt_id, id desc) l on l.attempt_id = a.id
    where a.state is distinct from l.to_state`,
  'each log entry of a payment starts from the state before it': sql`
    select attempt_id from (
      select attempt_id, from_state, lag(to_state) over (partition by attempt_id order by id) as before from payment_log
    ) as moves where from_state is distinct from before`,
  'a paid order has exactly one receipt': sql`
    select o.id from orders o left join outbox m on m.kind = 'receipt' and m.payload->>'orderId' = o.id::text
    where o.state = 'paid' group by o.id having count(m.id) <> 1`,
  'the items total of an order equals the sum of its items': sql`
    select o.id from orders o left join order_items i on i.order_id = o.id
    group by o.id having o.items_cents <> coalesce(sum(i.qty * i.price_cents), 0)`,
  'the state of an order matches its payment': sql`
    select o.id from orders o left join payment_attempts a on a.id = o.current_attempt and a.order_id = o.id
    where o.state <> 'unpaid' and a.state is distinct from
      case o.state when 'paying' then 'authorising' when 'capturing' then 'capturing' else 'captured' end`,
}

/** What must be true besides, except while the card service is away. */
const AT_REST: Rules = {
  'no payment has been unfinished for over a minute': sql`
    select id from payment_attempts
    where state in ('authorising', 'capturing', 'abandoning') and updated_at < now() - interval '1 minute'`,
  'no discrepancy with the card service is open': sql`
    select subject from reconciliation_breaks where resolved_at is null and kind <> 'message_refused'`,
}

/** A rule, and the ids of the rows that violate it. */
export type Finding = { rule: string; broken: string[] }

const TOTALS = 'the cached totals of days that are over are those of their orders, refunds and payouts'

/** What is found by the rules that hold at any instant, also of the totals that reports cache. */
export const checkLedger = async (db: Db): Promise<Finding[]> => [
  ...(await check(db, ALWAYS)),
  { rule: TOTALS, broken: await wrongTotals(db) },
]

/** What is found by the rules that hold when nothing has gone wrong for a minute. */
export const checkRest = (db: Db) => check(db, AT_REST)

async function check(db: Db, rules: Rules): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await db.execute<Record<string, string>>(query)
    findings.push({ rule, broken: rows.map((row) => String(Object.values(row)[0])) })
  }
  return findings
}
