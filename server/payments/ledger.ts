import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'

type Rules = Record<string, SQL>

/** What must be true of the books at any instant (docs/checkout.md), each with a query for what breaks it. */
const ALWAYS: Rules = {
  'stock is the sum of its movements': sql`
    select p.id from products p left join stock_ledger l on l.product_id = p.id
    group by p.id having p.qty <> coalesce(sum(l.delta), 0)`,
  'what an attempt holds or sold has left the shelf, what it released is back': sql`
    select h.attempt_id from holds h left join stock_ledger l on (l.attempt_id, l.product_id) = (h.attempt_id, h.product_id)
    group by h.attempt_id, h.product_id, h.qty, h.state
    having coalesce(sum(l.delta), 0) <> case h.state when 'released' then 0 else -h.qty end`,
  'holds and coupons are where their attempt is': sql`
    select a.id from payment_attempts a left join holds h on h.attempt_id = a.id left join coupon_uses c on c.attempt_id = a.id
    where h.state <> case when a.state in ('authorising', 'capturing') then 'held' when a.state = 'captured' then 'sold' else 'released' end
      or c.state <> case when a.state in ('authorising', 'capturing') then 'held' when a.state = 'captured' then 'used' else 'released' end`,
  'an order has at most one captured attempt': sql`
    select order_id from payment_attempts where state = 'captured' group by order_id having count(*) > 1`,
  'an order is paid exactly when an attempt took its total': sql`
    select o.id from orders o left join payment_attempts a on a.order_id = o.id and a.state = 'captured'
    where (o.state = 'paid') <> coalesce(a.amount_cents = o.total_cents and a.id = o.current_attempt, false)`,
  'an order knows what its refunds come to': sql`
    select o.id from orders o left join refunds r on r.order_id = o.id and r.state <> 'failed'
    group by o.id having o.refunded_cents is distinct from sum(r.cents)`,
  'an order says how it was paid exactly when the seller noted its payment': sql`
    select o.id from orders o left join payment_attempts a on a.id = o.current_attempt
    where (o.paid_by is not null) <> (o.state = 'paid' and coalesce(a.kind, '') = 'manual')`,
  'a one-time coupon is in use at most once': sql`
    select u.coupon_id from coupon_uses u join coupons c on c.id = u.coupon_id
    where c.one_time and u.state in ('held', 'used') group by u.coupon_id having count(*) > 1`,
  'the log of an attempt ends where the attempt is': sql`
    select a.id from payment_attempts a left join
      (select distinct on (attempt_id) attempt_id, to_state from payment_log order by attempt_id, id desc) l on l.attempt_id = a.id
    where a.state is distinct from l.to_state`,
  'a paid order has one receipt on its way': sql`
    select o.id from orders o left join outbox m on m.kind = 'receipt' and m.payload->>'orderId' = o.id::text
    where o.state = 'paid' group by o.id having count(m.id) <> 1`,
  'an order costs what its items cost': sql`
    select o.id from orders o left join order_items i on i.order_id = o.id
    group by o.id having o.items_cents <> coalesce(sum(i.qty * i.price_cents), 0)`,
  'an order under way is where its attempt is': sql`
    select o.id from orders o left join payment_attempts a on a.id = o.current_attempt and a.order_id = o.id
    where o.state <> 'unpaid' and a.state is distinct from
      case o.state when 'paying' then 'authorising' when 'capturing' then 'capturing' else 'captured' end`,
}

/** What must be true besides, except while the card service is away. */
const AT_REST: Rules = {
  'no payment is left half done for over a minute': sql`
    select id from payment_attempts
    where state in ('authorising', 'capturing', 'abandoning') and updated_at < now() - interval '1 minute'`,
  'no difference to the card service waits for a person': sql`
    select subject from reconciliation_breaks where resolved_at is null`,
}

/** A rule, and the ids of what breaks it: none when it holds. */
export type Finding = { rule: string; broken: string[] }

/** What is found by the rules that hold at any instant. */
export const checkBooks = (db: Db) => check(db, ALWAYS)

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
