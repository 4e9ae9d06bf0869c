import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../db/client.ts'

/** What must be true of the books at any time, each as a query for its violations (docs/checkout.md, section 1). */
const VIOLATIONS = {
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
  'a one-time coupon is in use at most once': sql`
    select u.coupon_id from coupon_uses u join coupons c on c.id = u.coupon_id
    where c.one_time and u.state in ('held', 'used') group by u.coupon_id having count(*) > 1`,
  'the log of an attempt ends where the attempt is': sql`
    select a.id from payment_attempts a where a.state is distinct from
      (select to_state from payment_log l where l.attempt_id = a.id order by l.id desc limit 1)`,
  'a paid order has one receipt on its way': sql`
    select o.id from orders o where o.state = 'paid' and
      (select count(*) from outbox where kind = 'receipt' and payload->>'orderId' = o.id::text) <> 1`,
  'an order costs what its items cost': sql`
    select o.id from orders o left join order_items i on i.order_id = o.id
    group by o.id having o.items_cents <> coalesce(sum(i.qty * i.price_cents), 0)`,
}

/** The same between the shop's books and the card service's. */
const DIFFERENCES = {
  'no order is charged twice': sql`
    select payment->>'reference_id' from square_simulator.payments where payment->>'status' = 'COMPLETED'
    group by 1 having count(*) > 1`,
  'money that was taken belongs to an attempt that took it': sql`
    select p.id from square_simulator.payments p left join payment_attempts a on a.square_payment_id = p.id
    where p.payment->>'status' = 'COMPLETED' and coalesce(a.state, '') not in ('capturing', 'captured')`,
  'an attempt that took money took these very cents': sql`
    select a.id from payment_attempts a left join square_simulator.payments p on p.id = a.square_payment_id
    where a.state = 'captured' and a.kind = 'card' and not coalesce(p.payment->>'status' = 'COMPLETED'
      and (p.payment->'total_money'->>'amount')::int = a.amount_cents
      and p.payment->>'reference_id' = a.order_id::text, false)`,
}

/** Fails when money, stock or coupons are not right, whatever happened before. */
export async function expectSoundBooks(db: Database) {
  const { rows } = await db.execute<{ is_used: boolean }>(
    sql`select to_regclass('square_simulator.payments') is not null as is_used`,
  )
  const rules = rows[0]?.is_used ? { ...VIOLATIONS, ...DIFFERENCES } : VIOLATIONS
  for (const [rule, query] of Object.entries(rules))
    expect((await db.execute<Record<string, unknown>>(query)).rows, rule).toEqual([])
}

/** The card service's payments, by its own books. */
export async function paymentsAtSquare(db: Database) {
  const { rows } = await db.execute<{ status: string; cents: number; order: string }>(sql`
    select payment->>'status' as status, (payment->'amount_money'->>'amount')::int as cents,
      payment->>'reference_id' as order
    from square_simulator.payments order by created_at`)
  return rows
}
