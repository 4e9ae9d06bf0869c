// A month of card payments with refunds, here and at the card service, written by a few statements.
import { sql } from 'drizzle-orm'
import { recordTakenPayments } from '#server/shop/payments/simulator/backfill.ts'
import { testApp } from './app.ts'
import { user } from './factories.ts'

/** Its last payment is this many days old, so that all of it is paid out. */
const DAYS_AGO = 12
const DAYS = 30

/**
 * A shop whose orders were paid in thirty days and paid out, the first of them twelve days before the last. Each
 * twentieth is refunded, every second of these in part. `sql` and `worker` work on it, and `paymentOf` is the payment of
 * an order by its place.
 */
export async function shopWithMonth(orders: number) {
  const shop = await testApp()
  const { db, app } = shop
  const { user: buyer } = await user(db)
  const moment = sql`now() - ${`${DAYS_AGO} days`}::interval - ${`${DAYS} days`}::interval * (1 - i / ${orders}::float8)`
  await db.execute(sql`
    create temp table month as
    select i, uuidv7() as order_id, uuidv7() as attempt_id, 1000 + i % 700 as cents, ${moment} as at
    from generate_series(1, ${orders}::int) i`)
  await db.execute(sql`
    insert into orders (id, user_id, state, address, city, address_state, postal_code, country, payment_method,
      items_cents, shipping_cents, tax_cents, discount_cents, total_cents, current_attempt, request_hash, paid_at,
      is_demo, delivered_at, touched_at, created_at)
    select order_id, ${buyer.id}, 'paid', '1 Main Street', 'Madison', 'WI', '53703', 'USA', 'Square', cents, 0, 0, 0, cents,
      attempt_id, md5('month' || i), at, true, at + interval '1 day', at, at
    from month`)
  await db.execute(sql`
    insert into payment_attempts (id, order_id, kind, mode, amount_cents, state, square_payment_id, card_brand, card_last4,
      boot_id, lease_until, created_at, updated_at)
    select attempt_id, order_id, 'card', 'simulated', cents, 'captured', 'month-' || i, 'VISA', '1111', 'month', at, at, at
    from month`)
  await db.execute(sql`
    insert into refunds (order_id, attempt_id, cents, tax_cents, shipping_cents, restock, state, square_refund_id,
      created_at, updated_at)
    select order_id, attempt_id, case when i % 40 = 0 then cents else 300 end, 0, 0, false, 'completed', 'refund-' || i,
      at + interval '20 hours', at + interval '20 hours'
    from month where i % 20 = 0`)
  await db.execute(sql`drop table month`)
  await recordTakenPayments(db)
  return {
    ...shop,
    worker: { db, gateway: shop.shop.gateway, log: app.log },
    paymentOf: (place: number) => `month-${place}`,
  }
}
