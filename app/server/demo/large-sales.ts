import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { idOf, pick } from './pseudo-random.ts'

/** The numbers of records in a large shop. */
export type ShopSize = { products: number; orders: number; users: number; coupons: number }

/** The numbers of the first and the last record of a batch. */
export type Range = { from: number; to: number }

/**
 * Numbers what orders are made of, so that the statements of `insertSales` find it by number however large the shop is.
 * The tables live until the transaction ends.
 */
export async function numberGoods(tx: Db) {
  // Products without choices, and choices.
  await tx.execute(sql`
    create temp table large_goods on commit drop as
    select row_number() over (order by id)::int as n, id as product_id, name, price_cents, asks is not null as asks
    from products where sku like 'LS-%'`)
  await tx.execute(sql`
    create temp table large_buyers on commit drop as
    select row_number() over (order by id)::int as n, id as user_id, name as buyer
    from users where email like '%@shopper.example'`)
  await tx.execute(sql`
    create temp table large_coupons on commit drop as
    select row_number() over (order by id)::int as n, id as coupon_id, amount_cents, code, free_ship, tax_free
    from coupons where code like 'LARGE%'`)
  for (const table of ['large_goods', 'large_buyers', 'large_coupons']) {
    await tx.execute(sql`alter table ${sql.identifier(table)} add primary key (n)`)
    await tx.execute(sql`analyze ${sql.identifier(table)}`)
  }
}

/**
 * Inserts the orders with these numbers, spread evenly over the two years before `now`, with all rows that a paid order
 * has but the first stock movement of each product (large-shop.ts inserts that), after `numberGoods`. Of the orders of the last 30 days,
 * three in ten are unpaid; older ones are all paid, because a shop deletes old unpaid orders
 * (orders/abandoned-orders.ts). All but the latest paid orders are shipped, and a few are refunded.
 */
export async function insertSales(tx: Db, size: ShopSize, now: SQL, range: Range) {
  await createOrderTable(tx, size, now, range)
  await createItemTable(tx)
  await createAmountTable(tx)
  await insertOrders(tx)
  await insertPayments(tx)
  await insertMovements(tx)
  await insertMessages(tx)
  await insertRefunds(tx, now)
  await tx.execute(sql`drop table large_orders, large_lines, large_figures`)
}

/** Chooses buyer, coupon, payment and shipping of each order. */
async function createOrderTable(tx: Db, { orders, users, coupons }: ShopSize, now: SQL, { from, to }: Range) {
  const placedAt = sql`(${now} - interval '730 days' * ((${orders}::int - i + 1)::float8 / ${orders}::int))`
  // A pseudo-random user among those that existed at the time.
  const buyer = pick(sql`i`, 11, sql`greatest(1, ${users}::bigint * i / ${orders}::int)`)
  // Decided by the order's number, because rare properties drawn at random would coincide.
  const coupon = sql`case when i % 16 = 5 and ${coupons}::int > 0 then 1 + ${pick(sql`i`, 12, 10_000)} % greatest(1, ${coupons}::int) end`
  await tx.execute(sql`
    create temp table large_orders on commit drop as
    select i, ${idOf('order', sql`i`, placedAt)} as id, ${placedAt} as placed_at, user_id, buyer, coupon_id,
      amount_cents, code, coalesce(free_ship, false) as free_ship, coalesce(tax_free, false) as tax_free,
      ${pick(sql`i`, 13, 10)} < 7 or ${placedAt} < ${now} - interval '30 days' as is_paid,
      ${placedAt} + interval '1 minute' * (1 + ${pick(sql`i`, 14, 9)}) as paid_at
    from generate_series(${from}::int, ${to}::int) as i
      join large_buyers u on u.n = 1 + ${buyer}
      left join large_coupons c on c.n = ${coupon}
    order by i`)
  await tx.execute(sql`
    alter table large_orders add attempt_id uuid;
    analyze large_orders`)
  await tx.execute(sql`
    update large_orders set attempt_id = ${idOf('attempt', sql`i`, sql`paid_at`)} where is_paid and paid_at <= ${now}`)
}

/** One to three items for each order. Some products sell far better than others. */
async function createItemTable(tx: Db) {
  const buyable = sql`(select count(*)::int from large_goods)`
  const chance = pick(sql`i`, 15, 1000)
  const chosenNumber = sql`1 + (${chance} * ${chance} * ${buyable}::bigint / 1000000 + ${pick(sql`i`, 16, 7)} + 7919 * (line - 1)) % ${buyable}`
  await tx.execute(sql`
    create temp table large_lines on commit drop as
    select o.i, o.id as order_id, o.attempt_id, o.paid_at, line, p.product_id, p.name, p.price_cents,
      case when ${pick(sql`i + line`, 17, 12)} = 0 then 2 else 1 end as qty,
      case when p.asks then jsonb_build_array(
        jsonb_build_object('key', 'name', 'label', 'Name', 'answer', split_part(o.buyer, ' ', 1), 'price', 0),
        jsonb_build_object('key', 'initials', 'label', 'Initials', 'answer', left(o.buyer, 1) || left(split_part(o.buyer, ' ', 2), 1), 'price', 0)) end as answers
    from large_orders o cross join lateral generate_series(1, least(${buyable}, 1 + ${pick(sql`i`, 18, 3)})) as line
      join large_goods p on p.n = ${chosenNumber}
    order by i, line`)
  await tx.execute(sql`analyze large_lines`)
}

/** The amounts of each order, by the rules of contract/pricing.ts. */
async function createAmountTable(tx: Db) {
  await tx.execute(sql`
    create temp table large_figures on commit drop as
    select i, items, shipping, tax, least(coalesce(amount_cents, 0), items + shipping + tax) as discount
    from large_orders
      join (select i, sum(qty * price_cents)::int as items, sum(qty) as pieces from large_lines group by i) l using (i),
      lateral (select case when free_ship then 0 when pieces = 1 then 350 else 500 end as shipping,
        case when tax_free then 0 else (items * 55 + 500) / 1000 end as tax) f`)
}

async function insertOrders(tx: Db) {
  await tx.execute(sql`
    insert into orders (id, user_id, state, address, city, address_state, postal_code, country, payment_method,
      items_cents, shipping_cents, tax_cents, discount_cents, total_cents, coupon_id, coupon, current_attempt,
      request_hash, paid_at, is_demo, delivered_at, gift_note, touched_at, created_at)
    select id, user_id, case when attempt_id is null then 'unpaid' else 'paid' end, 1 + i % 900 || ' Main Street',
      'Madison', 'WI', '53703', 'USA', 'Square', items, shipping, tax, discount, items + shipping + tax - discount,
      coupon_id, case when coupon_id is not null then
        jsonb_build_object('code', code, 'amount', amount_cents, 'freeShip', free_ship, 'taxFree', tax_free) end,
      attempt_id, md5('large' || i), case when attempt_id is not null then paid_at end, attempt_id is not null,
      case when attempt_id is not null and paid_at < now() - interval '5 days' then paid_at + interval '2 days' end,
      case when i % 25 = 3 then 'Happy birthday, for ' || split_part(buyer, ' ', 1) || ' ' || i end,
      case when attempt_id is null then placed_at else paid_at end, placed_at
    from large_orders join large_figures using (i) order by i`)
  await tx.execute(sql`
    insert into order_items (order_id, line, product_id, name, image, qty, price_cents, answers)
    select order_id, line, product_id, name, '/placeholder.svg', qty, price_cents, answers from large_lines order by i, line`)
}

/** The payment attempts of the paid orders, with the events of each. */
async function insertPayments(tx: Db) {
  await tx.execute(sql`
    insert into payment_attempts (id, order_id, kind, mode, amount_cents, state, square_payment_id, card_brand, card_last4,
      boot_id, lease_until, next_try_at, created_at, updated_at)
    select attempt_id, id, 'card', 'simulated', items + shipping + tax - discount, 'captured', 'large-' || md5('payment' || i),
      'VISA', '1111', 'large shop', paid_at, paid_at, paid_at, paid_at
    from large_orders join large_figures using (i) where attempt_id is not null order by i`)
  await tx.execute(sql`
    insert into payment_log (attempt_id, from_state, to_state, actor, detail, created_at)
    select attempt_id, step.before, step.after, 'large shop',
      case when step.after = 'captured' then jsonb_build_object('order', order_figures(id)) end, paid_at
    from large_orders, (values (1, null, 'authorising'), (2, 'authorising', 'capturing'), (3, 'capturing', 'captured'))
      as step (n, before, after)
    where attempt_id is not null order by i, n`)
  await tx.execute(sql`
    insert into coupon_uses (coupon_id, attempt_id, slot, state)
    select coupon_id, attempt_id, attempt_id, 'used' from large_orders
    where coupon_id is not null and attempt_id is not null`)
}

/** The stock movements of the sales. */
async function insertMovements(tx: Db) {
  await tx.execute(sql`
    insert into holds (attempt_id, product_id, qty, state)
    select attempt_id, product_id, qty, 'sold' from large_lines where attempt_id is not null order by i, line`)
  await tx.execute(sql`
    insert into stock_ledger (product_id, delta, reason, attempt_id, created_at)
    select product_id, -qty, 'hold', attempt_id, paid_at from large_lines where attempt_id is not null order by i, line`)
  await tx.execute(sql`
    insert into product_trace (product_id, log, created_at)
    select product_id, 'Sold ' || l.qty || ' in order ' || o.number, l.paid_at
    from large_lines l join orders o on o.id = l.order_id where attempt_id is not null order by i, line`)
}

/** The messages of the orders, all sent long ago. */
async function insertMessages(tx: Db) {
  await tx.execute(sql`
    insert into outbox (kind, dedupe_key, payload, tries, next_try_at, done_at, created_at)
    select kind, kind || '-' || o.id, jsonb_build_object('orderId', o.id), 1, at, at, at
    from large_orders l join orders o on o.id = l.id,
      lateral (values ('receipt', o.paid_at), ('shipped', o.delivered_at)) as m (kind, at)
    where at is not null order by i`)
}

/** Refunds every sixtieth order, long enough ago that reconciliation no longer compares it with the card service. */
async function insertRefunds(tx: Db, now: SQL) {
  await tx.execute(sql`
    insert into refunds (id, order_id, attempt_id, cents, tax_cents, shipping_cents, restock, state, square_refund_id,
      created_at, updated_at)
    select ${idOf('refund', sql`i`, sql`given_back`)}, id, attempt_id, items + shipping + tax - discount, tax, shipping,
      false, 'completed', 'large-' || md5('refund' || i), given_back, given_back
    from large_orders join large_figures using (i), lateral (select paid_at + interval '6 days' as given_back) g
    where attempt_id is not null and i % 60 = 7 and given_back < ${now} order by i`)
}
