import { execFile } from 'node:child_process'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeFormerTables } from '#app/testing/former-shop.ts'
import { backUp } from '#features/backups/server/back-up.ts'
import { sumsOf } from '#features/backups/server/head.ts'
import { restore } from '#features/backups/server/restore.ts'
import { type Database, type Db, openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { appliedMigrations, tablesByDependency } from '#server/platform/db/tables.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { checkLedger, checkRest } from '#server/shop/audit/ledger.ts'
import { knownMigrations } from '#server/shop/database/migrate.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { openShop, temporaryFolder } from './databases.ts'

/** Orders as the version before the baseline stored them: paid ones, and each tenth unpaid. */
async function fillFormerTables(db: Db, count: number) {
  await db.execute(sql`insert into categories (name, label, position) values ('Pens', 'Pens', 0)`)
  await db.execute(sql`insert into users (name, email, password_hash, is_admin) values
    ('Mara', 'mara@keramik.test', 'x', true), ('Grace', 'grace@shopper.example', 'x', false)`)
  await db.execute(sql`insert into products (sku, name, price_cents, qty, category, slug)
    values ('PEN-1', 'Walnut pen', 2000, 0, 'Pens', 'walnut-pen')`)
  await db.execute(sql`insert into orders (user_id, address, city, address_state, postal_code, country, payment_method,
      items_cents, shipping_cents, tax_cents, discount_cents, total_cents, request_hash)
    select u.id, 'Main St 1', 'Albany', 'NY', '12207', 'USA', 'Square', 2000, 550, 0, 0, 2550, n::text
    from users u, generate_series(1, ${count}::int) n where not u.is_admin`)
  await db.execute(sql`insert into order_items (order_id, line, product_id, name, image, qty, price_cents)
    select o.id, 0, p.id, p.name, '', 1, 2000 from orders o, products p`)
  await db.execute(sql`insert into payment_attempts (order_id, kind, amount_cents, state, square_payment_id, boot_id, lease_until)
    select id, 'card', total_cents, 'captured', 'payment-' || number, 'boot', now() from orders where number % 10 <> 0`)
  await db.execute(sql`update orders o set state = 'paid', paid_at = now(), current_attempt = a.id
    from payment_attempts a where a.order_id = o.id`)
  await db.execute(sql`insert into holds (attempt_id, product_id, qty, state)
    select a.id, p.id, 1, 'sold' from payment_attempts a, products p`)
  await db.execute(
    sql`insert into stock_ledger (product_id, delta, reason) select id, ${count}::int, 'created' from products`,
  )
  await db.execute(sql`insert into stock_ledger (product_id, delta, reason, attempt_id)
    select p.id, -1, 'hold', a.id from payment_attempts a, products p`)
  await db.execute(sql`update products p set qty = (select sum(delta) from stock_ledger where product_id = p.id)`)
  await db.execute(sql`insert into payment_log (attempt_id, from_state, to_state, actor)
    select a.id, s.from_state, s.to_state, 'request' from payment_attempts a,
      (values (1, null, 'authorising'), (2, 'authorising', 'capturing'), (3, 'capturing', 'captured')) s(n, from_state, to_state)
    order by s.n`)
  await db.execute(sql`insert into outbox (kind, dedupe_key, payload, done_at)
    select kind, kind || '-' || o.id, jsonb_build_object('orderId', o.id), now()
    from orders o, (values ('receipt'), ('new_order')) k(kind) where o.state = 'paid'`)
  await db.execute(sql`analyze`)
}

/** A database in that folder, as it is there: its tables are not touched. */
async function withShop<T>(folder: string, work: (place: { db: Database; url: string }) => Promise<T>) {
  const cluster = await startEmbedded(join(folder, 'postgres'))
  const db = openDatabase(cluster.url, 2)
  try {
    return await work({ db, url: cluster.url })
  } finally {
    await db.$client.end()
    await cluster.stop()
  }
}

/** What is in the database: its migrations, and a hash of each table. */
async function contents(db: Db) {
  const hashes: Record<string, unknown> = {}
  for (const { name } of await tablesByDependency(db)) {
    const { rows } = await db.execute<{ count: number; hash: string }>(
      sql`select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.identifier(name)} t`,
    )
    hashes[name] = rows[0]
  }
  return { migrations: await appliedMigrations(db), hashes }
}

async function expectSound(db: Db) {
  for (const { rule, broken } of [...(await checkLedger(db)), ...(await checkRest(db))])
    expect(broken, rule).toEqual([])
}

test('a shop from before the baseline is upgraded with its orders, and back', {
  tags: ['D9'],
  timeout: 10 * 60_000,
}, async ({ task }) => {
  const count = runs(200, 10_000)
  const folder = await temporaryFolder()
  const path = join(await temporaryFolder(), 'former.tar')
  const knownNames = await knownMigrations()
  const before = await withShop(folder, async ({ db, url }) => {
    await makeFormerTables(url)
    await fillFormerTables(db, count)
    await backUp({ db, photos: folderStore({ folder: await temporaryFolder() }) }, path)
    return { ...(await contents(db)), sums: await sumsOf(db) }
  })
  expect(before.sums).toMatchObject({ paidOrders: count * 0.9, paid: count * 0.9 * 2550 })

  // As `boutique upgrade` takes its snapshot of the stopped shop.
  const snapshot = join(await temporaryFolder(), 'snapshot')
  await promisify(execFile)('cp', ['-a', join(folder, 'postgres'), snapshot])
  const shop = await openShop({ DATA_DIR: folder })
  expect((await fetch(`${shop.url}/api/products/walnut-pen`)).status).toBe(200)
  await shop.stop()
  await withShop(folder, async ({ db }) => {
    expect(await appliedMigrations(db)).toEqual([...before.migrations, ...knownNames])
    expect(await sumsOf(db)).toEqual(before.sums)
    await expectSound(db)
  })

  // Back, as `boutique rollback --tables` does it.
  await rename(join(folder, 'postgres'), join(folder, 'postgres.replaced'))
  await rename(snapshot, join(folder, 'postgres'))
  expect(await withShop(folder, async ({ db }) => contents(db))).toEqual({
    migrations: before.migrations,
    hashes: before.hashes,
  })

  // Its backup restores into this version, too.
  const other = await temporaryFolder()
  await withShop(other, async ({ db, url }) => {
    await restore({ db, url, photos: folderStore({ folder: join(other, 'photos') }) }, { path })
    expect(await appliedMigrations(db)).toEqual(knownNames)
    expect(await sumsOf(db)).toEqual(before.sums)
    await expectSound(db)
  })
  figure(task, `${count} orders upgraded from ${before.migrations.length} former migrations, back, and restored`)
})
