import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { photoFiles } from '#server/platform/media/file-names.ts'
import { images } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { image, product } from '#server/testing/factories.ts'
import { removeOrphanedFiles, removeUnusedPhotos } from './cleanup.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** The id of an upload this many hours ago. */
const idFrom = (hours: number, number: number) => {
  const moment = hoursAgo(hours).getTime().toString(16).padStart(12, '0')
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`
}

/** A shop with a product, and photos with all of their variants. */
async function shopWithPhotos() {
  const { db, shop } = await testApp()
  const { photos } = shop
  const piece = await product(db)
  const keep = async (id: string) => {
    for (const file of photoFiles(id)) await photos.write(file, Buffer.from('a photo'))
  }
  const upload = async (unusedSince: Date, productId: string | null = null) => {
    const { id } = await image(db, piece.id, { unusedSince })
    await db.update(images).set({ productId }).where(eq(images.id, id))
    await keep(id)
    return id
  }
  const idsLeft = async () => [...new Set((await photos.list()).map(({ id }) => id))].toSorted()
  return { db, photos, piece, keep, upload, left: idsLeft }
}

test('a photo unused for a day is deleted with all its variants, and no other photo', async () => {
  const { db, photos, piece, upload, left } = await shopWithPhotos()
  const oldIds = [await upload(hoursAgo(25)), await upload(hoursAgo(1_000))]
  const keptIds = [await upload(hoursAgo(23)), await upload(hoursAgo(25), piece.id)]
  expect(await removeUnusedPhotos(db, photos)).toBe(oldIds.length)
  expect(await left()).toEqual(keptIds.toSorted())
  expect((await photos.list()).length).toBe(keptIds.length * photoFiles('').length)
  expect((await db.select().from(images)).map(({ id }) => id).toSorted()).toEqual(keptIds.toSorted())
  expect(await removeUnusedPhotos(db, photos)).toBe(0)
})

test('a photo that a product starts to use during the cleanup stays', async () => {
  const { db, photos, piece, upload, left } = await shopWithPhotos()
  const id = await upload(hoursAgo(25))
  await db.transaction(async (tx) => {
    await tx.update(images).set({ productId: piece.id }).where(eq(images.id, id))
    expect(await removeUnusedPhotos(db, photos)).toBe(0)
  })
  expect(await removeUnusedPhotos(db, photos)).toBe(0)
  expect(await left()).toEqual([id])
})

test('several processes delete each photo once', async () => {
  const { db, photos, upload, left } = await shopWithPhotos()
  for (let number = 0; number < 6; number++) await upload(hoursAgo(30))
  const removals = await Promise.all(Array.from({ length: 4 }, () => removeUnusedPhotos(db, photos)))
  expect(removals.reduce((sum, count) => sum + count)).toBe(6)
  expect(await left()).toEqual([])
})

test('files without a row are deleted after a day; files that are not uploads stay', async () => {
  const { db, photos, piece, keep, left } = await shopWithPhotos()
  const [stray, fresh, shownId] = [idFrom(25, 1), idFrom(23, 2), idFrom(25, 3)]
  await image(db, piece.id, { id: shownId })
  const keptIds = ['hero', 'maker', fresh, shownId]
  for (const id of [stray, ...keptIds]) await keep(id)
  expect(await removeOrphanedFiles(db, photos)).toBe(1)
  expect(await left()).toEqual(keptIds.toSorted())
})

test('the files left by a process killed during the cleanup are deleted later', async () => {
  const { db, photos, piece, keep, left } = await shopWithPhotos()
  const id = idFrom(50, 1)
  await image(db, piece.id, { id, unusedSince: hoursAgo(30) })
  await db.update(images).set({ productId: null })
  await keep(id)
  const brokenStore = { ...photos, remove: () => Promise.reject(new Error('killed')) }
  await expect(removeUnusedPhotos(db, brokenStore)).rejects.toThrow('killed')
  expect([await db.$count(images), await left()]).toEqual([0, [id]])
  expect(await removeOrphanedFiles(db, photos)).toBe(1)
  expect(await photos.list()).toEqual([])
})
