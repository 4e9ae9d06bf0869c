import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { category, image, product } from '#server/testing/factories.ts'

type Reply = { json(): unknown }
const namesOf = (reply: Reply) => (reply.json() as { name: string }[]).map(({ name }) => name)
const onDay = (day: number) => new Date(Date.UTC(2026, 0, day))

test('newest are the eight newest products in stock that are not featured', async () => {
  const { db, get } = await testApp()
  for (let day = 1; day <= 10; day++) await product(db, { name: `Pen ${day}`, createdAt: onDay(day) })
  await product(db, { name: 'Featured pen', featured: true, createdAt: onDay(20) })
  await product(db, { name: 'Sold pen', qty: 0, createdAt: onDay(20) })
  await product(db, { name: 'Draft pen', draft: true, createdAt: onDay(20) })
  await product(db, { name: 'Deleted pen', deletedAt: new Date(), createdAt: onDay(20) })
  const newest = await get('/api/products/newest')
  expect(namesOf(newest)).toEqual(Array.from({ length: 8 }, (_, index) => `Pen ${10 - index}`))
})

test('related products are of the same category, then of the same color, and never sold out', async () => {
  const { db, get } = await testApp()
  const pen = await product(db, { slug: 'zi-pen', category: 'pens', color: 'Coral' })
  await product(db, { name: 'Older pen', category: 'pens', createdAt: onDay(1) })
  await product(db, { name: 'Newer pen', category: 'pens', createdAt: onDay(2) })
  await product(db, { name: 'Sold pen', category: 'pens', qty: 0 })
  await product(db, { name: 'Draft pen', category: 'pens', draft: true })
  await product(db, { name: 'Coral mug', category: 'cups', color: 'Coral', createdAt: onDay(3) })
  await product(db, { name: 'Blue mug', category: 'cups', color: 'Blue' })
  for (const key of ['zi-pen', pen.id]) {
    const response = await get(`/api/products/${key}/related`)
    expect(namesOf(response)).toEqual(['Newer pen', 'Older pen', 'Coral mug'])
  }
})

test('at most four products are related, and an empty color is no common color', async () => {
  const { db, get } = await testApp()
  await product(db, { slug: 'zi-pen', category: 'pens' })
  await product(db, { slug: 'mug', category: 'cups' })
  for (let day = 1; day <= 5; day++) await product(db, { name: `Pen ${day}`, category: 'pens', createdAt: onDay(day) })
  expect(namesOf(await get('/api/products/zi-pen/related'))).toEqual(['Pen 5', 'Pen 4', 'Pen 3', 'Pen 2'])
  expect(namesOf(await get('/api/products/mug/related'))).toEqual([])
})

test('related products of an unknown product are not found', async () => {
  const { db, get } = await testApp()
  await product(db, { slug: 'draft-pen', draft: true })
  for (const key of ['no-such-pen', 'draft-pen', 'pen%00'])
    expect((await get(`/api/products/${key}/related`)).statusCode).toBe(404)
})

test('a shelf shows a photo of a product in stock, neither featured nor new if possible', async () => {
  const { db, get } = await testApp()
  await category(db, 'wine stoppers', 0)
  await category(db, 'pens', 1)
  await category(db, 'cups', 2)
  await category(db, 'keychains', 3)
  const productWithPhoto = async (fields: Parameters<typeof product>[1]) =>
    image(db, (await product(db, fields)).id, { position: 0 })
  await productWithPhoto({ category: 'pens', featured: true, createdAt: onDay(9) })
  const pen = await productWithPhoto({ category: 'pens', createdAt: onDay(1) })
  await productWithPhoto({ category: 'pens', createdAt: onDay(5) })
  await productWithPhoto({ category: 'cups', qty: 0 })
  await product(db, { category: 'keychains' })
  const stopper = await productWithPhoto({ category: 'wine stoppers', featured: true })
  expect((await get('/api/categories/shelves')).json()).toEqual([
    {
      name: 'wine stoppers',
      label: 'wine stoppers',
      slug: 'wine-stoppers',
      image: expect.objectContaining({ Location: `/images/${stopper.id}.jpg` }),
    },
    {
      name: 'pens',
      label: 'pens',
      slug: 'pens',
      image: expect.objectContaining({ Location: `/images/${pen.id}.jpg`, width: 1200 }),
    },
  ])
})
