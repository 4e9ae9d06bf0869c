import { expect, test } from 'vitest'
import { servePages } from '#server/site/pages.ts'
import { image } from '#server/testing/factories.ts'
import { shopWithAdmin } from '#server/testing/products.ts'

const FACTS = {
  materials: 'Stoneware and gold luster',
  size: '4 in tall',
  weight: '12 oz',
  care: 'Wash by hand',
  edition: '3 of 20',
}

/** A shop with its pages and a pen on sale. */
async function shopWithPen() {
  const shop = await shopWithAdmin()
  await servePages(shop.app, { ...shop.shop, fresh: () => false, owns: [] })
  const { _id } = await shop.create()
  const edit = async (change: object) => expect((await shop.seller.edit(_id, change)).statusCode).toBe(200)
  await edit({ name: 'Walnut Pen', price: 12.5, category: 'pens', qty: 1 })
  const readProduct = async () => (await shop.get('/api/products/walnut-pen')).json()
  return { ...shop, _id, edit, read: readProduct }
}

test('the facts of a product are in its JSON once they are given, and gone when they are cleared', async () => {
  const { edit, read } = await shopWithPen()
  const plain = Object.keys(await read())
  for (const fact of Object.keys(FACTS)) expect(plain).not.toContain(fact)
  await edit(FACTS)
  expect(await read()).toMatchObject(FACTS)
  await edit({ materials: '', size: '', weight: '', care: '', edition: '' })
  expect(Object.keys(await read())).toEqual(plain)
})

test.for([
  ['materials', 200],
  ['size', 120],
  ['weight', 60],
  ['care', 300],
  ['edition', 60],
] as const)('%s can have %d characters and not one more', async ([fact, most]) => {
  const { seller, _id, edit } = await shopWithPen()
  await edit({ [fact]: 'x'.repeat(most) })
  const refusal = await seller.edit(_id, { [fact]: 'x'.repeat(most + 1) })
  expect([refusal.statusCode, refusal.json().issues]).toEqual([
    400,
    [{ path: fact, message: expect.stringContaining(`at most ${most} characters`) }],
  ])
})

test('shoppers find a product by its materials', async () => {
  const { get, edit } = await shopWithPen()
  const matchCount = async () => (await get('/api/products?keyword=stoneware')).json().total
  expect(await matchCount()).toBe(0)
  await edit(FACTS)
  expect(await matchCount()).toBe(1)
})

test('the product page lists the facts, and its structured data has material, size and weight', async () => {
  const { get, edit } = await shopWithPen()
  const page = async () => (await get('/products/walnut-pen')).body
  expect(await page()).not.toMatch(/>Materials<|"material"|"weight"/)
  await edit(FACTS)
  const html = await page()
  for (const fact of Object.values(FACTS)) expect(html).toContain(`>${fact}</dd>`)
  expect(html).toContain('"material":"Stoneware and gold luster","size":"4 in tall"')
  expect(html).toContain('"weight":{"@type":"QuantitativeValue","value":12,"unitText":"oz"}')
})

test('the file of products has a column for each fact', async () => {
  const { get, seller, edit } = await shopWithPen()
  await edit(FACTS)
  const [head, row] = (await get('/api/products/export', seller.token)).body.trim().split('\r\n')
  expect(head).toMatch(/One of a kind,Materials,Size,Weight,Care,Edition,/)
  expect(row).toMatch(/Stoneware and gold luster,4 in tall,12 oz,Wash by hand,3 of 20,/)
})

test('the focus of a photo is saved with the product, and absent until it is chosen', async () => {
  const { db, seller, _id, edit, read } = await shopWithPen()
  const { id } = await image(db, _id)
  const [photo] = (await read()).images
  expect(photo).not.toHaveProperty('focus')
  const Location = `/images/${id}.jpg`
  await edit({ images: [{ Location, alt: 'A pen', focus: { x: 10, y: 90 } }] })
  expect((await read()).images).toEqual([{ ...photo, focus: { x: 10, y: 90 } }])
  for (const focus of [{ x: 101, y: 0 }, { x: 0.5, y: 0 }, { x: 1 }, 'center'])
    expect((await seller.edit(_id, { images: [{ Location, focus }] })).statusCode).toBe(400)
  await edit({ images: [{ Location, alt: 'A pen' }] })
  expect((await read()).images).toEqual([photo])
})
