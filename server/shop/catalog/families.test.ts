import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Product } from '#contract/products.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { testApp } from '#server/testing/app.ts'
import { category, family, image, product } from '#server/testing/factories.ts'
import { changeStock } from './stock.ts'

/** The row of a product. */
async function rowIn({ db }: Pick<Awaited<ReturnType<typeof testApp>>, 'db'>, id: string) {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  if (!row) throw new Error('There is no such product.')
  return row
}

test('a choice has the name, the category, the draft and the deletion of its product', async () => {
  const shop = await testApp()
  const { id, choices } = await family(shop.db, { name: 'Mug', axes: ['Size', 'Glaze'] }, [
    { choice: ['Small', 'Sea'], featured: false },
    { choice: ['Large', 'Moss'] },
  ])
  const child = choices[1]?.id ?? ''
  expect(await rowIn(shop, child)).toMatchObject({ name: 'Mug, Large / Moss', category: 'pens', draft: false })
  await category(shop.db, 'cups')
  await shop.db.update(products).set({ name: 'Cup', category: 'cups', draft: true }).where(eq(products.id, id))
  expect(await rowIn(shop, child)).toMatchObject({ name: 'Cup, Large / Moss', category: 'cups', draft: true })
  await shop.db.update(products).set({ deletedAt: new Date() }).where(eq(products.id, id))
  expect((await rowIn(shop, child)).deletedAt).toEqual((await rowIn(shop, id)).deletedAt)
})

test('a renamed category takes choices along', async () => {
  const shop = await testApp()
  const { choices } = await family(shop.db)
  await shop.db.execute(`update categories set name = 'quills' where name = 'pens'`)
  for (const { id } of choices) expect((await rowIn(shop, id)).category).toBe('quills')
})

test('a product costs what its cheapest choice costs, and has the colors of its choices', async () => {
  const shop = await testApp()
  const { id, choices } = await family(shop.db, { axes: ['Colour'], color: 'Red' }, [
    { choice: ['Sea blue'], priceCents: 900, position: 1 },
    { choice: ['Moss'], priceCents: 700, position: 0 },
  ])
  expect(await rowIn(shop, id)).toMatchObject({ priceCents: 700, color: 'Moss, Sea blue' })
  const [blue, moss] = choices.map((choice) => choice.id)
  await shop.db
    .update(products)
    .set({ priceCents: 500 })
    .where(eq(products.id, blue ?? ''))
  expect(await rowIn(shop, id)).toMatchObject({ priceCents: 500 })
  await shop.db
    .update(products)
    .set({ deletedAt: new Date() })
    .where(eq(products.id, blue ?? ''))
  expect(await rowIn(shop, id)).toMatchObject({ priceCents: 700, color: 'Moss' })
  await shop.db.update(products).set({ priceCents: 1, color: 'Red' }).where(eq(products.id, id))
  expect(await rowIn(shop, id)).toMatchObject({ priceCents: 700, color: 'Moss' })
  expect((await rowIn(shop, moss ?? '')).name).toMatch(/, Moss$/)
})

test('a sale of a choice locks neither its product nor its siblings', async () => {
  const { db } = await testApp()
  const { id, choices } = await family(db)
  const [small, large] = choices.map((choice) => choice.id)
  await db.transaction(async (tx) => {
    await tx.select().from(products).where(eq(products.id, id)).for('update')
    await tx
      .select()
      .from(products)
      .where(eq(products.id, large ?? ''))
      .for('update')
    expect(await changeStock(db, { productId: small ?? '', delta: -1, reason: 'edited' })).toBe(4)
  })
})

test.for<[fault: string, change: Partial<typeof products.$inferInsert>, of: 'product' | 'choice']>([
  ['stock of its own', { qty: 1 }, 'product'],
  ['four axes', { axes: ['a', 'b', 'c', 'd'] }, 'product'],
  ['another number of axes than its choices have values', { axes: ['Size', 'Wood'] }, 'product'],
  ['none of its axes', { axes: null }, 'product'],
  ['a kind of its own', { oneOfAKind: true }, 'product'],
  ['choices of its own', { axes: ['Size'], qty: 0 }, 'choice'],
  ['two values for one axis', { choice: ['Small', 'Red'] }, 'choice'],
  ["its sibling's values", { choice: ['Large'] }, 'choice'],
  ['a place on the home page', { featured: true }, 'choice'],
])('the database refuses a family in which a row has %s', async ([, change, of]) => {
  const { db } = await testApp()
  const { id, choices } = await family(db)
  const row = of === 'product' ? id : (choices[0]?.id ?? '')
  await expect(db.update(products).set(change).where(eq(products.id, row))).rejects.toThrow()
})

test('two choices change their values with each other', async () => {
  const shop = await testApp()
  const { choices } = await family(shop.db)
  const [small, large] = choices.map(({ id }) => id)
  await shop.db.transaction(async (tx) => {
    await tx
      .update(products)
      .set({ choice: ['Large'] })
      .where(eq(products.id, small ?? ''))
    await tx
      .update(products)
      .set({ choice: ['Small'] })
      .where(eq(products.id, large ?? ''))
  })
  expect((await rowIn(shop, small ?? '')).name).toMatch(/, Large$/)
})

test('a product with choices answers them, and each of them answers by itself', async () => {
  const shop = await testApp()
  const asks = [{ key: 'name', label: 'Name', kind: 'text' as const, required: true, price: 500 }]
  const { id, slug, choices } = await family(shop.db, { name: 'Mug', asks, makeDaysMin: 10, makeDaysMax: 14 }, [
    { choice: ['Small'], priceCents: 1200, qty: 2, sku: 'M-S', slug: 'mug-small' },
    { choice: ['Large'], priceCents: 1850, qty: 3, sku: 'M-L', slug: 'mug-large', makeDaysMin: 20, makeDaysMax: 30 },
  ])
  const [front, back] = [await image(shop.db, id, { position: 0 }), await image(shop.db, id, { position: 1 })]
  const large = choices[1]?.id ?? ''
  await shop.db.update(products).set({ photoId: back.id }).where(eq(products.id, large))
  const at = (photo: { id: string }) => `/images/${photo.id}.jpg`
  const readProduct = async (key: string) => (await shop.get(`/api/products/${key}`)).json<Product>()
  const fullProduct = {
    _id: id,
    price: 12,
    priceMax: 18.5,
    qty: 5,
    axes: ['Size'],
    makeDays: { min: 10, max: 14 },
    asks: [{ key: 'name', label: 'Name', kind: 'text', required: true, price: 5 }],
  }
  const [first, second] = [
    { _id: choices[0]?.id, slug: 'mug-small', values: ['Small'], price: 12, qty: 2, sku: 'M-S', photo: null },
    { _id: large, slug: 'mug-large', values: ['Large'], price: 18.5, qty: 3, sku: 'M-L', photo: at(back) },
  ]
  const days = { min: 20, max: 30 }
  expect(await readProduct(slug)).toMatchObject({ ...fullProduct, choices: [first, { ...second, makeDays: days }] })
  const single = await readProduct('mug-large')
  expect(single).toMatchObject({
    _id: large,
    name: 'Mug, Large',
    price: 18.5,
    qty: 3,
    makeDays: days,
    asks: fullProduct.asks,
  })
  expect(single.choiceOf).toEqual({ _id: id, slug, name: 'Mug', values: ['Large'] })
  expect(single.images.map(({ Location }) => Location)).toEqual([at(back), at(front)])
  expect(await readProduct('mug-small')).toMatchObject({ makeDays: fullProduct.makeDays })
})

test('a product without choices answers what it answered before there were choices', async () => {
  const { db, get } = await testApp()
  const { id } = await product(db, {
    name: 'Pen',
    sku: 'P-1',
    slug: 'pen',
    createdAt: new Date('2026-01-01T10:00:00Z'),
  })
  const answer = `{"_id":"${id}","sku":"P-1","name":"Pen","price":5,"qty":5,"description":"","category":"pens","categoryLabel":"pens","images":[],"color":"","slug":"pen","featured":false,"oneOfAKind":false,"createdAt":"2026-01-01T10:00:00.000Z"}`
  expect((await get('/api/products/pen')).body).toBe(answer)
  expect((await get('/api/products')).body).toBe(`{"products":[${answer}],"page":1,"pages":1,"total":1}`)
})
