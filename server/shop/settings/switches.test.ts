import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { FEATURES } from '#app/server/features.ts'
import { ADMIN_SWITCHES } from '#app/web/admin/features.ts'
import type { Db } from '#server/platform/db/client.ts'
import { knownMigrations, migrateDatabase } from '#server/shop/database/migrate.ts'
import type { Feature } from '#server/shop/feature.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { freshDatabase, NEW_SHOP, testApp } from '#server/testing/app.ts'
import { admin } from '#server/testing/factories.ts'
import { shopSettings } from './settings.ts'

/** A new shop, with what its admin and a visitor read of the switches. */
async function openShop() {
  const shop = await testApp({}, { template: NEW_SHOP })
  const { token } = await admin(shop.db)
  return {
    ...shop,
    save: (switches: unknown) => shop.put('/api/settings', { switches }, token),
    switches: async () => (await shop.get('/api/settings', token)).json().switches,
    shown: async () => (await shop.get('/api/shop')).json().switches,
  }
}

test('each switch that a feature declares has its place among the settings, and a name of its own', () => {
  const names = FEATURES.flatMap((feature: Feature) => Object.keys(feature.switches ?? {}))
  expect(new Set(names).size).toBe(names.length)
  expect(ADMIN_SWITCHES.map(({ name }) => name).sort()).toEqual(names.sort())
})

test('a switch is as its feature declares it until it is saved, and a save leaves the others', async () => {
  const { save, switches } = await openShop()
  expect(await switches()).toEqual({ lowStockMails: true, offersLetters: false })
  expect((await save({ lowStockMails: false })).json().switches).toEqual({ lowStockMails: false, offersLetters: false })
  await save({ offersLetters: true })
  expect(await switches()).toEqual({ lowStockMails: false, offersLetters: true })
  await save({})
  expect(await switches()).toEqual({ lowStockMails: false, offersLetters: true })
})

test('concurrent saves of different switches lose none', async () => {
  const { save, switches } = await openShop()
  await Promise.all([save({ lowStockMails: false }), save({ offersLetters: true })])
  expect(await switches()).toEqual({ lowStockMails: false, offersLetters: true })
})

test('visitors read which of the public switches are on, and nothing of the others', async () => {
  const { save, shown } = await openShop()
  expect(await shown()).toBeUndefined()
  await save({ lowStockMails: true, offersLetters: true })
  expect(await shown()).toEqual(['offersLetters'])
  await save({ offersLetters: false })
  expect(await shown()).toBeUndefined()
})

test.for(['sellsStars', 'constructor', 'toString', ''])(
  'the unknown switch %j is refused, and nothing is saved',
  async (name) => {
    const { db, save, switches } = await openShop()
    const reply = await save({ [name]: true, offersLetters: true })
    const message = 'This shop has no switch of that name.'
    expect(reply.json()).toMatchObject({
      code: 'invalid_request',
      issues: [{ path: `switches.${name}`, message }],
    })
    expect(await switches()).toMatchObject({ offersLetters: false })
    expect(await db.$count(settings)).toBe(0)
  },
)

test('a switch is yes or no', async () => {
  const { save, switches } = await openShop()
  for (const value of ['on', 1, null, {}]) expect((await save({ offersLetters: value })).statusCode).toBe(400)
  expect((await save(['offersLetters'])).statusCode).toBe(400)
  expect(await switches()).toMatchObject({ offersLetters: false })
})

const readSwitches = async (db: Db) => (await shopSettings(db)).switches

test('a shop from before the switches keeps what it had set', async () => {
  const { db, url, drop } = await freshDatabase({ isEmpty: true })
  onTestFinished(drop)
  const names = await knownMigrations()
  const earlierNames = names.slice(
    0,
    names.findIndex((name) => name.endsWith('_setting_switches')),
  )
  await migrateDatabase(url, { names: earlierNames })
  const { rows } = await db.execute<{ column: string }>(sql`
    select column_name as column from information_schema.columns
    where table_name = 'settings' and is_nullable = 'NO' and column_default is null`)
  const texts = rows.map(({ column }) => sql.identifier(column))
  await db.execute(sql`
    insert into settings (${sql.join(texts, sql`, `)}, offers_letters, low_stock_mails)
    values (${sql.join(
      texts.map(() => sql`'x'`),
      sql`, `,
    )}, true, false)`)
  await migrateDatabase(url)
  expect(await readSwitches(db)).toEqual({ offersLetters: true, lowStockMails: false })
})
