import { expect, test } from 'vitest'
import { images } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { image, product } from '#server/testing/factories.ts'
import { measurePhotos } from './dimensions.ts'

test('photos of unknown size are measured, and the others stay the same', async () => {
  const { db, shop } = await testApp()
  const { id } = await product(db)
  const [old, measuredId, missing] = [await image(db, id), await image(db, id, { bytes: 7 }), await image(db, id)]
  await shop.photos.write({ id: old.id }, Buffer.alloc(1_000))
  await measurePhotos(db, shop.photos)
  const sizes = Object.fromEntries((await db.select().from(images)).map((row) => [row.id, row.bytes]))
  expect(sizes).toEqual({ [old.id]: 3_000, [measuredId.id]: 7, [missing.id]: 0 })
})
