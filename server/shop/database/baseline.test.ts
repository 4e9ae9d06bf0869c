import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formerShop, rowsByTable } from '#app/testing/former-shop.ts'
import { backUp } from '#features/backups/server/back-up.ts'
import { backedUp } from '#features/backups/server/head.ts'
import { restore } from '#features/backups/server/restore.ts'
import { appliedMigrations, tablesByDependency } from '#server/platform/db/tables.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'
import { freshDatabase, testDatabase } from '#server/testing/app.ts'
import { catalogOf } from '#server/testing/catalog.ts'
import { knownMigrations, migrateDatabase } from './migrate.ts'

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-baseline-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

type Rows = Awaited<ReturnType<typeof rowsByTable>>

/** The rows of these tables, of which later versions may have more columns. */
function expectRows(tables: Rows, before: Rows) {
  for (const [name, rows] of Object.entries(before)) {
    const present = (tables[name] ?? []).map((row) => JSON.parse(row))
    expect(present, name).toHaveLength(rows.length)
    expect(present, name).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(JSON.parse(row)))))
  }
}

test('a shop with all migrations before the baseline goes on with its rows and the tables of a new shop', async () => {
  const former = await formerShop()
  const before = await rowsByTable(former.db)
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
  // Two processes of the new version.
  await Promise.all([1, 2].map(() => migrateDatabase(former.url)))
  expectRows(await rowsByTable(former.db), before)
  expect(await appliedMigrations(former.db)).toEqual([...former.names, ...(await knownMigrations())])
  const fresh = await testDatabase()
  expect(await catalogOf(former.db)).toEqual(await catalogOf(fresh.db))
})

test('a shop that lacks one of them is told which version to start first, and stays as it was', async () => {
  const { db, url } = await formerShop({ without: 1 })
  const before = [await rowsByTable(db), await catalogOf(db), await appliedMigrations(db)]
  await expect(migrateDatabase(url)).rejects.toMatchObject({
    code: 'database_older',
    message: expect.stringContaining('Start the last version 0.1 on it once, and then this version.'),
  })
  expect([await rowsByTable(db), await catalogOf(db), await appliedMigrations(db)]).toEqual(before)
})

test('a backup of a shop from before the baseline is restored', async () => {
  const former = await formerShop()
  const path = join(await temporaryFolder(), 'former.tar')
  await backUp({ db: former.db, photos: folderStore({ folder: await temporaryFolder() }) }, path)
  const { db, url, drop } = await freshDatabase({ isEmpty: true })
  onTestFinished(drop)
  await restore({ db, url, photos: folderStore({ folder: await temporaryFolder() }) }, { path })
  const tables = backedUp(await tablesByDependency(former.db)).map(({ name }) => name)
  const before = Object.entries(await rowsByTable(former.db)).filter(([name]) => tables.includes(name))
  expect(before.length).toBeGreaterThan(30)
  expectRows(await rowsByTable(db), Object.fromEntries(before))
})

test('a backup of an older shop names the version that restores it, and nothing is written', async () => {
  const former = await formerShop({ without: 1 })
  const path = join(await temporaryFolder(), 'older.tar')
  await backUp({ db: former.db, photos: folderStore({ folder: await temporaryFolder() }) }, path)
  const { db, url } = await testDatabase()
  const before = await rowsByTable(db)
  await expect(
    restore({ db, url, photos: folderStore({ folder: await temporaryFolder() }) }, { path }),
  ).rejects.toMatchObject({ code: 'backup_version_differs', message: expect.stringContaining('version 0.1') })
  expect(await rowsByTable(db)).toEqual(before)
})
