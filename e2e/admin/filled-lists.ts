import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** The ids of an import of products and of one of past orders. */
export const IMPORTS = ['0198a0f2-7c1e-7000-8000-0000000000f1', '0198a0f2-7c1e-7000-8000-0000000000f2'] as const

/** The rows that a demo shop lacks: each statement fills a list of the admin. The demo has products, coupons, categories and pages. */
const ROWS: SQL[] = [
  sql`insert into users (name, email, password_hash) values ('Grace Potter', 'grace@shopper.example', 'none')`,
  sql`
    insert into orders (user_id, address, city, address_state, postal_code, country, payment_method, items_cents,
      shipping_cents, tax_cents, discount_cents, total_cents, request_hash)
    select id, '12 Orchard Lane', 'Madison', 'WI', '53703', 'USA', 'Square', 3800, 500, 210, 0, 4510, 'x'
    from users, generate_series(1, 2) where email = 'grace@shopper.example'`,
  sql`
    insert into order_items (order_id, line, product_id, name, image, qty, price_cents)
    select orders.id, 1, product.id, product.name, '', 1, 3800
    from orders, (select id, name from products where qty > 3 limit 1) as product`,
  sql`insert into collections (name, slug, position) values ('From the kiln', 'from-the-kiln', 1)`,
  sql`
    insert into drops (name, slug, starts_at, minutes, secret, shown)
    values ('Winter mugs', 'winter-mugs', now() + interval '9 days', 5, 'secret',
      '{"tickets": 0, "admitted": 0, "left": 0, "paying": 0, "choosing": 0}')`,
  sql`
    insert into requests (kind, product_id, email, words, state, confirmed_at)
    select kind, id, 'eve@shopper.example', words, 'waiting', now()
    from (select id from products limit 1), (values ('sister', 'In blue, please.'), ('back', '')) as asked (kind, words)`,
  sql`
    insert into reconciliation_breaks (kind, subject, detail)
    select 'message_refused', 'receipt-' || id, jsonb_build_object('orderId', id, 'message', 'receipt', 'isRefused', true)
    from orders limit 1`,
  sql`
    insert into payouts (id, mode, status, kind, amount_cents, fee_cents, arrives_on, bank_reference, created_at)
    values ('po_1', 'simulated', 'paid', 'with_entries', 4000, 0, now(), 'BANK 1', now())`,
  sql`
    insert into payout_entries (id, payout_id, kind, effective_at, gross_cents, fee_cents, net_cents)
    values ('entry_1', 'po_1', 'CHARGE', now(), 4130, 130, 4000)`,
  sql`
    insert into imports (id, name, format, kind, state, user_id)
    select id, kind || '.csv', 'shopify', kind, 'ready', (select id from users where is_admin limit 1)
    from (values (${IMPORTS[0]}::uuid, 'products'), (${IMPORTS[1]}::uuid, 'orders')) as kinds (id, kind)`,
  sql`
    insert into import_rows (import_id, number, line, last_line, key, name, sku, price_cents, qty, category, choices,
      photos, day, notes, outcome, included)
    select id, number, number + 1, number + 1, number, 'Moon Mug ' || number, 'MUG-' || number, 2400, 3, 'mugs', 0, 0,
      '2024-03-05', '[]', 'create', true
    from imports, generate_series(1, 3) number`,
  sql`
    insert into past_orders (import_id, source, source_id, number, day, recipient, address, status, currency,
      total_cents, search)
    select id, 'etsy', '1', '#1001', '2024-03-05', 'Ann Li', '["1 Main St"]', '', 'USD', 3450, '1001 ann li'
    from imports where kind = 'orders'`,
  sql`
    insert into past_reviews (import_id, source, key, source_order_id, reviewer, rating, text, day)
    select id, 'etsy', '1', '', 'Ann Li', 5, 'Beautiful, and it came quickly.', '2024-03-09'
    from imports where kind = 'orders'`,
]

/** Gives every list of the admin rows; `backups` is the folder of the shop's backups. */
export async function fillLists(db: Db, backups: string) {
  for (const row of ROWS) await db.execute(row)
  await writeFile(join(backups, 'boutique-20261101T030000Z.tar'), Buffer.alloc(2_000_000))
}
