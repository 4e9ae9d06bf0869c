import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { count, eq, isNull, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { PAST_RECORDS } from '#features/history/server/past-records.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import { createImport } from '#features/imports/server/create-import.ts'
import { startImport } from '#features/imports/server/imports.ts'
import { csvOf, ETSY_HEADINGS } from '#features/imports/testing/csv-files.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { admin, category } from '#server/testing/factories.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { expectSoundStage, openStage } from './stage.ts'

const ROWS = runs(60, 400)
const KILLS = runs(1, 3)

test('an import goes on where a killed process left it, and creates each product once', {
  tags: ['K22'],
}, async ({ task }) => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { db, folder } = stage
  const { user } = await admin(db)
  await category(db, 'cups')
  const shop = await stage.shop()
  const path = join(folder, 'listings.csv')
  const listings = Array.from({ length: ROWS }, (_, at) => ({ TITLE: `Cup ${at}`, PRICE: '12.00', QUANTITY: 2 }))
  await writeFile(path, csvOf(ETSY_HEADINGS, listings))
  const id = await createImport({ db, pastRecords: PAST_RECORDS }, { path, name: 'listings.csv' }, user.id)
  await startImport(db, id, { asDrafts: false })

  const createdCount = () => db.$count(importRows, eq(importRows.state, 'created'))
  const reaches = (rows: number) =>
    waitFor(async () => expect(await createdCount()).toBeGreaterThanOrEqual(rows), { interval: 5 })
  let rowsLeft = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    await reaches(Math.ceil((kill * ROWS) / (KILLS + 1)))
    await shop.die()
    rowsLeft = await createdCount()
    expect(rowsLeft).toBeLessThan(ROWS)
    // Nobody else works on it before the lease of the dead process ends, after a minute.
    if (!isLong) await db.update(imports).set({ leasedUntil: sql`now()` })
    await shop.start()
  }
  await reaches(ROWS)
  await waitFor(async () => expect(await db.$count(imports, eq(imports.state, 'done'))).toBe(1))

  const names = await db
    .select({ name: products.name, count: count() })
    .from(products)
    .where(isNull(products.deletedAt))
    .groupBy(products.name)
  expect(names).toHaveLength(ROWS)
  expect(names.filter((one) => one.count > 1)).toEqual([])
  await expectSoundStage(stage)
  figure(
    task,
    `${KILLS} kills in an import of ${ROWS} products, each created once, ${rowsLeft} of them before the last kill`,
  )
})
