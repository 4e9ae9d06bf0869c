import { expect, test } from 'vitest'
import { productCosts } from '#server/shop/schema/catalog.ts'
import { orderItemCosts } from '#server/shop/schema/orders.ts'
import { servePages } from '#server/site/pages.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { collection, family, image, product } from '#server/testing/factories.ts'
import { adminIn, shopWithAdmin } from '#server/testing/products.ts'

const COSTS = { material: 3.17, packaging: 0.6, postage: 4.2, minutes: 45 }

test('an admin saves what a piece costs, changes it and removes it', async () => {
  const { db, seller } = await shopWithAdmin()
  const { id } = await product(db)
  expect(await seller.read(id)).not.toHaveProperty('costs')
  expect((await seller.edit(id, { costs: COSTS })).json()).toMatchObject({ costs: COSTS })
  expect((await seller.edit(id, { name: 'Oak Pen' })).json()).toMatchObject({ costs: COSTS })
  const cheaper = { ...COSTS, material: 0, minutes: null }
  expect((await seller.edit(id, { costs: cheaper })).json()).toMatchObject({ costs: cheaper })
  expect((await seller.edit(id, { costs: null })).json()).not.toHaveProperty('costs')
})

test.for([
  ['material', -1, 'Enter an amount in dollars and cents, such as 1.50.'],
  ['material', 1.005, 'Enter an amount in dollars and cents, such as 1.50.'],
  ['postage', 1e9, 'Enter an amount in dollars and cents, such as 1.50.'],
  ['minutes', 0, 'Enter whole minutes, such as 45, or leave this blank.'],
  ['minutes', 1.5, 'Enter whole minutes, such as 45, or leave this blank.'],
] as const)('costs with %s %s are refused', async ([field, value, message]) => {
  const { db, seller } = await shopWithAdmin()
  const { id } = await product(db)
  const answer = await seller.edit(id, { costs: { ...COSTS, [field]: value } })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { issues: [{ path: expect.stringMatching(`costs.${field}$`), message }] },
  ])
  expect(await db.select().from(productCosts)).toEqual([])
})

test('of two admins who change the costs at once, the second is told', async () => {
  const { db, seller } = await shopWithAdmin()
  const { id } = await product(db)
  const { version } = await seller.read(id)
  expect((await seller.edit(id, { costs: COSTS, version })).statusCode).toBe(200)
  expect((await seller.edit(id, { costs: { ...COSTS, minutes: 9 }, version })).json()).toMatchObject({
    code: 'product_changed',
  })
})

test('a choice has the costs of its product, and a copy those of the original', async () => {
  const { db, seller, post } = await shopWithAdmin()
  const { id, choices } = await family(db)
  await seller.edit(id, { costs: COSTS })
  const refusal = await seller.edit(choices[0]?.id ?? '', { costs: COSTS })
  expect(refusal.json()).toMatchObject({ code: 'product_refused', issues: [{ path: 'costs' }] })
  expect((await post(`/api/products/${id}/copy`, undefined, seller.token)).json()).toMatchObject({ costs: COSTS })
})

test('a paid order keeps the costs of the moment of its payment, line by line', async () => {
  const checkout = await testCheckout()
  const { db, placed, pay } = checkout
  const seller = await adminIn(checkout)
  const [pen, mug, plain] = [await product(db), await family(db), await product(db)]
  await seller.edit(pen.id, { costs: COSTS })
  await seller.edit(mug.id, { costs: { ...COSTS, material: 1 } })
  const order = await placed([{ id: pen.id, pieces: 2 }, { id: mug.choices[1]?.id ?? '' }, { id: plain.id }])
  await seller.edit(pen.id, { costs: { ...COSTS, material: 5 } })
  expect(await db.select().from(orderItemCosts)).toEqual([])
  expect((await pay(order)).statusCode).toBe(200)
  await seller.edit(pen.id, { costs: null })
  await seller.edit(plain.id, { costs: COSTS })
  const storedCosts = { packagingCents: 60, postageCents: 420, minutes: 45, orderId: order._id }
  expect(await db.select().from(orderItemCosts).orderBy(orderItemCosts.line)).toEqual([
    { ...storedCosts, line: 1, materialCents: 500 },
    { ...storedCosts, line: 2, materialCents: 100 },
  ])
  await expect(db.update(orderItemCosts).set({ minutes: 1 })).rejects.toMatchObject({
    cause: { message: 'order_item_costs is append only' },
  })
})

const SECRET = { material: 4321.09, packaging: 4322.08, postage: 4323.07, minutes: 43_210 }
const NAMES = ['"costs"', 'costs:', 'hourlyPay', 'cardRate']
/** In dollars, in cents and in minutes, as words of their own: ids, moments and hashes have such digits by chance. */
const AMOUNTS_PATTERN = /(?<!\w)(?:432[123]\.?0[789]|43210|431\.?90?)(?!\w)/g
const tracesIn = (text: string) => [
  ...NAMES.filter((name) => text.includes(name)),
  ...(text.match(AMOUNTS_PATTERN) ?? []),
]

test('nothing that a visitor or a buyer gets says what a piece costs or what the seller wishes to earn', async () => {
  const checkout = await testCheckout()
  const { app, shop, db, get, put, placed, pay, token } = checkout
  await servePages(app, { ...shop, fresh: () => false, owns: [] })
  const seller = await adminIn(checkout)
  const cup = await product(db, { name: 'Sea Cup', slug: 'sea-cup', category: 'cups', featured: true })
  const mug = await family(db, { name: 'Sea Mug', slug: 'sea-mug', category: 'cups', axes: ['Size'] })
  await image(db, cup.id)
  await collection(db, { name: 'Gifts', slug: 'gifts' }, [cup])
  for (const id of [cup.id, mug.id]) await seller.edit(id, { costs: SECRET })
  const settings = await put('/api/settings', { hourlyPay: 431.9 }, seller.token)
  expect(settings.json()).toMatchObject({ hourlyPay: 431.9 })
  const order = await placed([{ id: cup.id }, { id: mug.choices[0]?.id ?? '' }])
  expect((await pay(order)).statusCode).toBe(200)
  const pages = ['/', '/shop', '/category/cups', '/collections/gifts', '/search/sea', '/contact', '/sitemap.xml']
  const products = ['sea-cup', 'sea-mug', mug.choices[0]?.slug].flatMap((slug) => [
    `/products/${slug}`,
    `/api/products/${slug}`,
    `/api/products/${slug}/related`,
  ])
  const calls = [
    '/api/products?extras=true',
    '/api/products?keyword=sea',
    '/api/products?collection=gifts',
    '/api/products/featured',
    '/api/products/newest',
    '/api/products/suggestions?keyword=sea',
    '/api/categories/shelves',
    '/api/collections/shelves',
    '/api/shop',
    '/api/rates?state=CO',
    `/checkout/${cup.id}`,
  ]
  const buyers = [`/api/orders/${order._id}`, '/api/orders/myorders', `/order/${order._id}`]
  // Twice, the second time from the cache; and with a shopper's token.
  for (const path of [...pages, ...products, ...calls, ...buyers])
    for (const by of [undefined, undefined, token]) {
      const { body, headers, statusCode } = await get(path, by)
      if (by) expect(statusCode, path).toBeLessThan(400)
      expect(tracesIn(JSON.stringify(headers) + body), path).toEqual([])
    }
  expect(tracesIn((await seller.edit(cup.id, { featured: false })).body)).toEqual(
    expect.arrayContaining(['"costs"', '4321.09', '4322.08', '4323.07', '43210']),
  )
})
