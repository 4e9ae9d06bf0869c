import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PRODUCT_FIELD_NAMES } from '#contract/admin/texts.ts'
import { productsCsv } from '../catalog/csv-export.ts'
import { importFile } from '../cli/import-file.ts'
import { fillDemoShop } from '../demo/demo-shop.ts'
import { readCsv } from '../lib/read-csv.ts'
import { testApp } from '../testing/app.ts'
import { admin } from '../testing/factories.ts'
import { expectSoundLedger } from '../testing/invariants.ts'

/** What a new shop gives anew: ids, moments, and the addresses of the photos, which become their places. */
const { _id: ID, createdAt: CREATED, images: PHOTOS } = PRODUCT_FIELD_NAMES

/** The rows of a file of products by column, without what a new shop gives anew. */
async function contentOf(csv: string) {
  const [headings, ...rows] = await readCsv(csv, (line) => new Error(`Line ${line} is no CSV.`))
  const places = new Map<string, string>()
  return rows.map(({ cells }) => {
    const row = Object.fromEntries(cells.map((cell, at) => [headings?.cells[at] ?? '', cell]))
    const photos = row[PHOTOS]?.split(' ').filter(Boolean) ?? []
    for (const [at, location] of photos.entries()) places.set(location, `photo ${at + 1} of ${row.Slug}`)
    return {
      ...row,
      ...{ [ID]: '', [CREATED]: '', [PHOTOS]: String(photos.length) },
      'Choice photo': row['Choice photo'] && places.get(row['Choice photo']),
    }
  })
}

test('the demo shop, exported with its photos and imported into an empty shop, is exported as the same', {
  timeout: 60_000,
}, async () => {
  const from = await testApp()
  await fillDemoShop(from.db, from.shop.photos, () => {})
  const exported = await productsCsv(from.db)
  const folder = await mkdtemp(join(tmpdir(), 'boutique-round-trip-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(from.folder, folder, { recursive: true })
  await writeFile(join(folder, 'products.csv'), exported)

  const to = await testApp()
  await admin(to.db)
  const { text, isGood } = await importFile(to.shop, folder)
  expect(isGood, text).toBe(true)
  const content = await contentOf(exported)
  expect(content.length).toBeGreaterThan(45)
  expect(content.filter((row) => row['Choice photo']).length).toBeGreaterThan(0)
  expect(await contentOf(await productsCsv(to.db))).toEqual(content)
  await expectSoundLedger(to.db)
  // A second time nothing is new.
  expect((await importFile(to.shop, folder)).isGood).toBe(true)
  expect(await contentOf(await productsCsv(to.db))).toEqual(content)
})
