import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/platform/db/client.ts'
import { testDatabase } from '#server/testing/app.ts'
import { runSql } from '#server/testing/cluster.ts'
import { product } from '#server/testing/factories.ts'
import { migrationsWith } from '#server/testing/migrations.ts'
import { knownFunctions } from './functions.ts'
import { migrateDatabase } from './migrate.ts'
import { SHOWN_COLUMNS } from './shown-columns.ts'

/** Folders with the shop's functions, of which one has another text, until the test ends. */
async function functionsWith(name: string, change: (text: string) => string) {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-functions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const definition of knownFunctions())
    await writeFile(
      join(folder, `${definition.name}.sql`),
      definition.name === name ? change(definition.text) : definition.text,
    )
  return [folder]
}

/** The versions of the rows in which PostgreSQL keeps functions and triggers, by name. */
async function versionsOf(db: Db): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ name: string; version: string }>(sql`
    select proname as name, xmin::text as version from pg_proc where pronamespace = 'public'::regnamespace
    union all select tgname, xmin::text from pg_trigger where not tgisinternal`)
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]))
}

const namesThatDiffer = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after).filter((name) => before[name] !== after[name])

const louder = (text: string) => text.replace(`pg_notify('catalog', '')`, `pg_notify('catalog', 'loud')`)

test('a start touches no function, and one with a changed text is replaced with its triggers', async () => {
  const { db, url } = await testDatabase()
  const before = await versionsOf(db)
  await migrateDatabase(url)
  expect(await versionsOf(db)).toEqual(before)
  const functions = await functionsWith('catalog_changed', louder)
  await Promise.all([1, 2].map(() => migrateDatabase(url, { functions })))
  const after = await versionsOf(db)
  const replacedNames = ['catalog_changed', 'images_truncated', 'products_removed', 'text_pages_truncated']
  expect(namesThatDiffer(before, after).sort()).toEqual(replacedNames)
  await migrateDatabase(url, { functions })
  expect(await versionsOf(db)).toEqual(after)
})

test('a function whose new text is no SQL stays as it was', async () => {
  const { db, url } = await testDatabase()
  const before = await versionsOf(db)
  const functions = await functionsWith('catalog_changed', (text) => `${louder(text)}\ncreate nonsense;`)
  await expect(migrateDatabase(url, { functions })).rejects.toThrow('nonsense')
  expect(await versionsOf(db)).toEqual(before)
})

test('a program that is older than the tables leaves the functions of the newer one alone', async () => {
  const { db, url } = await testDatabase()
  const folder = await migrationsWith({ '29990101000000_louder': '-- catalog_changed() tells more.' })
  await migrateDatabase(url, { folder, functions: await functionsWith('catalog_changed', louder) })
  const before = await versionsOf(db)
  await migrateDatabase(url)
  expect(await versionsOf(db)).toEqual(before)
})

test('every function can be made again, with its body checked', async () => {
  const { url } = await testDatabase()
  const functions = knownFunctions()
  for (const { name, text } of functions) expect(text).toContain(`CREATE OR REPLACE FUNCTION ${name}(`)
  await runSql(url, functions.map(({ text }) => text).join('\n'))
})

test('functions name every column that the schema has, but those that are on no page', async () => {
  const { db } = await testDatabase()
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`)
  const hiddenColumns = (of: string) =>
    rows.filter(({ table, column }) => table === of && !SHOWN_COLUMNS[of]?.includes(column)).map(({ column }) => column)
  expect([hiddenColumns('products').sort(), hiddenColumns('images').sort()]).toEqual([
    [
      ...['choices_search', 'created_at', 'customs_name', 'drop_id', 'hs_code', 'id', 'origin_country'],
      ...['price_cents', 'qty', 'regular_cents', 'search', 'updated_at'],
    ],
    ['bytes', 'created_at', 'id', 'page_slug', 'unused_since'],
  ])
  const columns = { ...SHOWN_COLUMNS, products: ['name', 'finish'] }
  const ofProducts = knownFunctions(undefined, columns).find(({ name }) => name === 'product_changed')
  expect(ofProducts?.text.split('(OLD.name, OLD.finish) IS DISTINCT FROM (NEW.name, NEW.finish)')).toHaveLength(3)
})

test.for([
  ['on pages', 'care', `'Oil it.'`, [{ details: true }]],
  ['of the stock', 'qty', '7', [{ details: false }]],
  ['on no page', 'hs_code', `'9608100000'`, []],
] as const)('a change of a column %s: %s', async ([, column, value, expectedNotices]) => {
  const { db } = await testDatabase()
  const { id } = await product(db, { qty: 9 })
  const notices: unknown[] = []
  const listening = await db.$client.connect()
  onTestFinished(() => listening.release(true))
  listening.on('notification', ({ payload = '' }) => notices.push(payload && JSON.parse(payload)))
  await listening.query('listen catalog')
  await listening.query(`update products set ${column} = ${value}`)
  await listening.query(`notify catalog`)
  await expect.poll(() => notices.at(-1)).toBe('')
  expect(notices.slice(0, -1)).toMatchObject(expectedNotices.map((notice) => ({ ...notice, product: id })))
})
