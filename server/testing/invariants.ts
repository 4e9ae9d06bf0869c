import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '../db/client.ts'
import { checkBooks } from '../payments/ledger.ts'

/** What must be true between the shop's books and the simulator's. */
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
  for (const { rule, broken } of await checkBooks(db)) expect(broken, rule).toEqual([])
  for (const [rule, query] of Object.entries(rows[0]?.is_used ? DIFFERENCES : {}))
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
