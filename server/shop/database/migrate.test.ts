import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/db/client.ts'
import { appliedMigrations } from '#server/platform/db/tables.ts'
import { freshDatabase, testDatabase } from '#server/testing/app.ts'
import { lockedQueries } from '#server/testing/cluster.ts'
import { migrationsWith } from '#server/testing/migrations.ts'
import { knownMigrations, migrateDatabase } from './migrate.ts'

const COLUMN = '29990101000000_column'
const INDEX = '29990101000001_index'
const ADDS_COLUMN = 'alter table products add column glaze text'
const ADDS_INDEX = 'create index concurrently products_weight on products (weight)'

/** A transaction that uses the products, until it is ended. */
async function user(url: string) {
  const other = openDatabase(url, 1)
  onTestFinished(() => other.$client.end())
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const beginning = Promise.withResolvers<void>()
  const work = other.transaction(async (tx) => {
    await tx.execute(sql`update products set weight = weight`)
    beginning.resolve()
    await over
  })
  await beginning.promise
  return () => {
    end()
    return work
  }
}

test('of several processes that start at once each finds all tables', async () => {
  const { db, url, drop } = await freshDatabase()
  onTestFinished(drop)
  await db.execute(sql`drop schema public cascade`)
  await db.execute(sql`drop schema drizzle cascade`)
  await db.execute(sql`create schema public`)
  await Promise.all([1, 2, 3].map(() => migrateDatabase(url)))
  expect(await appliedMigrations(db)).toEqual(await knownMigrations())
})

test('a migration waits for a table in short turns, between which requests go on', async () => {
  const { db, url } = await testDatabase()
  const end = await user(url)
  const migration = migrateDatabase(url, { folder: await migrationsWith({ [COLUMN]: ADDS_COLUMN }) })
  await expect.poll(() => lockedQueries(url)).toBe(1)
  // It queues up behind the migration, whose turn ends before the request gives up.
  await db.execute(sql`select count(*) from products`)
  await end()
  await migration
  expect(await appliedMigrations(db)).toContain(COLUMN)
})

test('an index is built beside the work on its table, while other processes wait for their turn', async () => {
  const { db, url } = await testDatabase()
  const folder = await migrationsWith({ [INDEX]: ADDS_INDEX })
  const end = await user(url)
  const migrations = Promise.all([1, 2].map(() => migrateDatabase(url, { folder })))
  await expect.poll(() => lockedQueries(url)).toBe(1)
  await db.execute(sql`update products set weight = weight`)
  // Of an older version, which has nothing to do.
  await migrateDatabase(url)
  await end()
  await migrations
  expect(await appliedMigrations(db)).toContain(INDEX)
})

test('what a broken build of an index has left is built again', async () => {
  const { db, url } = await testDatabase()
  await db.execute(sql`create index products_weight on products (weight)`)
  await db.execute(sql`update pg_index set indisvalid = false where indexrelid = 'products_weight'::regclass`)
  await migrateDatabase(url, { folder: await migrationsWith({ [INDEX]: ADDS_INDEX }) })
  const { rows } = await db.execute<{ indisvalid: boolean }>(
    sql`select indisvalid from pg_index where indexrelid = 'products_weight'::regclass`,
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

test('of two migrations the first stays when the second fails', async () => {
  const { db, url } = await testDatabase()
  const folder = await migrationsWith({ [COLUMN]: ADDS_COLUMN, [INDEX]: 'alter table potters add column name text' })
  await expect(migrateDatabase(url, { folder })).rejects.toThrow('potters')
  expect(await appliedMigrations(db)).toEqual([...(await knownMigrations()), COLUMN])
})

const NEWEST = (await knownMigrations()).at(-1)?.slice(0, 14)

test.for([
  ['has more columns', COLUMN, ADDS_COLUMN, true],
  ['lacks what this version does not use any more', `29990101000000_contract_${NEWEST}_size`, 'select', true],
  ['lacks what this version uses', '29990101000000_contract_29980101000000_size', 'select', false],
] as const)('a program whose database %s starts, or says why not', async ([, name, text, starts]) => {
  const { url } = await testDatabase()
  await migrateDatabase(url, { folder: await migrationsWith({ [name]: text }) })
  const migration = migrateDatabase(url)
  if (starts) await migration
  else await expect(migration).rejects.toMatchObject({ code: 'database_newer', message: expect.stringContaining(name) })
})
