import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, max, type SQL, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { backUp } from '#features/backups/server/back-up.ts'
import { newKeys } from '#features/backups/server/encryption.ts'
import { backedUp } from '#features/backups/server/head.ts'
import { restore } from '#features/backups/server/restore.ts'
import type { Db } from '#server/platform/db/client.ts'
import { tablesByDependency } from '#server/platform/db/tables.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { checkLedger, checkRest } from '#server/shop/audit/ledger.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { orders as orderRows } from '#server/shop/schema/orders.ts'
import { testDatabase } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { admin, coupon, family, image, product, textPage, user } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { openSimulatorPool, ownCluster, temporaryFolder } from './databases.ts'

const MINUTES = 60_000

/** What differs from row `t` of the order that is copied to its copy `c`, as JSON. */
const COPIES: [table: string, which: SQL, differs: SQL][] = [
  [
    'orders',
    sql`t.id = c.of`,
    sql`jsonb_build_object('id', order_id, 'current_attempt', attempt_id, 'number', 90000 + n)`,
  ],
  ['order_items', sql`t.order_id = c.of`, sql`jsonb_build_object('order_id', c.order_id)`],
  ['payment_attempts', sql`t.order_id = c.of`, sql`jsonb_build_object('id', attempt_id, 'order_id', c.order_id)`],
  ['holds', sql`true`, sql`jsonb_build_object('attempt_id', c.attempt_id)`],
  ['coupon_uses', sql`true`, sql`jsonb_build_object('attempt_id', c.attempt_id, 'slot', c.attempt_id)`],
  [
    'stock_ledger',
    sql`t.attempt_id is not null`,
    sql`jsonb_build_object('id', n * 1000 + t.id, 'attempt_id', c.attempt_id)`,
  ],
  ['payment_log', sql`true`, sql`jsonb_build_object('id', n * 1000 + t.id, 'attempt_id', c.attempt_id)`],
  [
    'outbox',
    sql`true`,
    sql`jsonb_build_object('id', n * 1000 + t.id, 'dedupe_key', t.dedupe_key || n, 'payload', jsonb_build_object('orderId', c.order_id))`,
  ],
]

/** So many paid orders more, all like the only one that is there. */
const multiplyOrder = (db: Db, count: number) =>
  db.transaction(async (tx) => {
    // A busy machine takes longer for so many than any query of the shop may.
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
      create temp table copies on commit drop as select n, o.id as of, uuidv7() as order_id, uuidv7() as attempt_id
      from orders o, generate_series(1, ${count}::int) n`)
    const tables = await tablesByDependency(tx)
    for (const [name, which, differs] of COPIES) {
      const columns = sql.raw((tables.find((table) => table.name === name)?.columns ?? []).join(', '))
      // All at once, so that no copy is copied.
      await tx.execute(sql`
        insert into ${sql.identifier(name)} (${columns}) overriding system value
        select ${columns} from (select (jsonb_populate_record(t, ${differs})).* from copies c, ${sql.identifier(name)} t where ${which}) r`)
    }
    await tx.execute(sql`update products p set qty = (select sum(delta) from stock_ledger where product_id = p.id)`)
  })

/** A product whose choices come before it in the table, and refer to its photo. */
async function addFamily(db: Db) {
  const { id, choices } = await family(db, { name: 'Mug', axes: ['Color'] }, [
    { choice: ['Sea'] },
    { choice: ['Moss'] },
  ])
  const { id: photoId } = await image(db, id)
  await db
    .update(products)
    .set({ photoId })
    .where(eq(products.id, choices[0]?.id ?? ''))
  await db.update(products).set({ name: 'Cup' }).where(eq(products.id, id))
}

/** All that is in the tables that a backup keeps, as a hash for each. */
async function contents(db: Db) {
  const hashes: Record<string, unknown> = {}
  for (const { name } of backedUp(await tablesByDependency(db))) {
    const { rows } = await db.execute<{ count: number; hash: string }>(
      sql`select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.identifier(name)} t`,
    )
    hashes[name] = rows[0]
  }
  return hashes
}

/** A folder with a photograph, one of its forms, and one that is not finished. */
async function photoFolder() {
  const folder = await temporaryFolder()
  for (const name of ['walnut.jpg', 'walnut-400.avif', '.unfinished-1']) await writeFile(join(folder, name), name)
  return folder
}

test('a backup fills an empty machine with the very same shop', {
  tags: ['D9'],
  timeout: 20 * MINUTES,
}, async ({ task }) => {
  const count = runs(300, 10_000)
  const { db } = await shopWithOrders(count)
  await addFamily(db)
  const path = join(await temporaryFolder(), 'shop.tar')
  const from = performance.now()
  const writtenBackup = await backUp({ db, photos: folderStore({ folder: await photoFolder() }) }, path)
  const backedUp = performance.now()
  const { url } = await ownCluster()
  const empty = openSimulatorPool(url)
  const photos = folderStore({ folder: await temporaryFolder() })
  expect(await restore({ db: empty, url, photos }, { path })).toMatchObject(writtenBackup)
  const restoredAt = performance.now()

  expect(await contents(empty)).toEqual(await contents(db))
  await expectSound(empty)
  expect(await readdir(photos.folder)).toEqual(['walnut.jpg'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const [backup, restoring] = [backedUp - from, restoredAt - backedUp].map((ms) => (ms / 1000).toFixed(1))
  figure(
    task,
    `${count} orders: backup ${backup} s, an empty machine filled in ${restoring} s; the same rows, 0 violations`,
  )
})

test('a backup made while shoppers pay has every order paid before it, and the shop goes on after it', {
  tags: ['D9'],
  timeout: 10 * MINUTES,
}, async ({ task }) => {
  const { db, placed, pay } = await shopWithOrders(20)
  const count = runs(12, 120)
  // Each order is another, since the same one placed again at once counts as a repeated press.
  const bowl = await product(db, { qty: count * count })
  const path = join(await temporaryFolder(), 'shop.tar.age')
  const { identity, recipient } = await newKeys()
  const acknowledgments: { id: string; at: number }[] = []
  const checkOut = async (qty: number) => {
    const order = await placed({ id: bowl.id, pieces: qty + 1 })
    expect((await pay(order)).statusCode).toBe(200)
    acknowledgments.push({ id: order._id, at: Date.now() })
  }
  // Three shoppers at once, and the backup in the middle of them.
  const limit = pLimit(3)
  const shoppers = limit.map(Array.from({ length: count }).keys().toArray(), checkOut)
  await waitFor(() => expect(acknowledgments.length).toBeGreaterThan(count / 4))
  await backUp({ db, photos: folderStore({ folder: await photoFolder() }) }, path, recipient)
  await shoppers
  const copy = await testCheckout()
  await copy.db.execute(sql`truncate users, categories, settings cascade`)
  const photos = folderStore({ folder: await temporaryFolder() })
  const { head } = await restore({ ...copy, photos }, { path, identities: [identity] })
  for (const { rule, broken } of await checkLedger(copy.db)) expect(broken, rule).toEqual([])
  const before = acknowledgments.filter(({ at }) => at < Date.parse(head.madeAt)).map(({ id }) => id)
  const paid = await copy.db.select({ id: orderRows.id }).from(orderRows).where(eq(orderRows.state, 'paid'))
  expect(before.filter((id) => !paid.some((order) => order.id === id))).toEqual([])
  expect([before.length > 0, before.length < count]).toEqual([true, true])
  figure(task, `an encrypted backup amid ${count} checkouts: each of the ${before.length} paid before it came back`)
  // The running numbers go on where they were.
  const { token } = await user(copy.db)
  const [last] = await copy.db.select({ number: max(orderRows.number) }).from(orderRows)
  await copy.placed(bowl, {}, token)
  const [next] = await copy.db.select({ number: max(orderRows.number) }).from(orderRows)
  expect(next?.number).toBe(Number(last?.number) + 1)
})

test('a shop that is not empty, what is no backup, and one of a later version are left as they are', {
  tags: ['D9'],
}, async () => {
  const { db, url } = await shopWithOrders(20)
  const photos = folderStore({ folder: await photoFolder() })
  const path = join(await temporaryFolder(), 'shop.tar')
  await backUp({ db, photos }, path)
  await expect(backUp({ db, photos }, path)).rejects.toThrow('already exists')
  await expect(restore({ db, url, photos }, { path })).rejects.toThrow('This shop is not empty')
  const empty = { ...(await testDatabase()), photos: folderStore({ folder: await temporaryFolder() }) }
  await expect(restore(empty, { path: `${photos.folder}/walnut.jpg` })).rejects.toThrow('is damaged')
  await expect(restore(empty, { path: photos.folder })).rejects.toThrow('is no file')
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at, name) values ('', 0, 'later')`)
  await backUp({ db, photos }, `${path}.tar`)
  await expect(restore(empty, { path: `${path}.tar` })).rejects.toThrow('A later version of the shop')
  expect(await empty.db.$count(orderRows)).toBe(0)
})

/** A shop with that many paid orders, and stock left. */
async function shopWithOrders(count: number) {
  const checkout = await testCheckout()
  const { db, placed, pay } = checkout
  await admin(db)
  const pen = await product(db, { qty: count + 100 })
  // An order of no cost is paid without a payment that the card service would have to know of each copy.
  const { code } = await coupon(db, { amountCents: 100_000, freeShip: true, taxFree: true })
  await pay(await placed(pen, { code }))
  const { slug } = await textPage(db)
  await db.insert(images).values({ pageSlug: slug, width: 1200, height: 900, placeholder: 'data:,' })
  await multiplyOrder(db, count - 1)
  return { ...checkout, pen }
}

async function expectSound(db: Db) {
  for (const { rule, broken } of [...(await checkLedger(db)), ...(await checkRest(db))])
    expect(broken, rule).toEqual([])
}
