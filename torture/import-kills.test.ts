import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { count, eq, isNull, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { importRows, imports } from '#server/db/import-schema.ts'
import { products } from '#server/db/schema.ts'
import { createImport } from '#server/imports/create-import.ts'
import { startImport } from '#server/imports/imports.ts'
import { csvOf, ETSY_HEADINGS } from '#server/testing/csv-files.ts'
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
  const id = await createImport(db, { path, name: 'listings.csv' }, user.id)
  await startImport(db, id, { asDrafts: false })

  const created = () => db.$count(importRows, eq(importRows.state, 'created'))
  const reaches = (rows: number) =>
    waitFor(async () => expect(await created()).toBeGreaterThanOrEqual(rows), { interval: 5 })
  let left = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    await reaches(Math.ceil((kill * ROWS) / (KILLS + 1)))
    await shop.die()
    left = await created()
    expect(left).toBeLessThan(ROWS)
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
    `${KILLS} kills in an import of ${ROWS} products, each created once, ${left} of them before the last kill`,
  )
})
