import { expect, test } from 'vitest'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, family, image, product } from '#server/testing/factories.ts'

/** A shop with pages and one product that comes in three choices, besides a plain one. */
async function shopWithMug() {
  const shop = await testApp()
  await servePages(shop.app, { ...shop.shop, fresh: () => false, owns: [] })
  await product(shop.db, { name: 'Linen Pouch', slug: 'linen-pouch', category: 'mugs', priceCents: 9000 })
  const mug = await family(
    shop.db,
    { name: 'Zinnia Mug', slug: 'zinnia-mug', category: 'mugs', axes: ['Color'], makeDaysMin: 3, makeDaysMax: 5 },
    [
      { choice: ['Sea blue'], slug: 'zinnia-mug-blue', sku: 'ZM-BLUE', priceCents: 1200, qty: 0 },
      { choice: ['Moss green'], slug: 'zinnia-mug-green', sku: 'ZM-GREEN', priceCents: 2400, qty: 2 },
      { choice: ['Clay'], slug: 'zinnia-mug-clay', sku: 'ZM-CLAY', priceCents: 3600, qty: 1 },
    ],
  )
  await image(shop.db, mug.id)
  const { token } = await admin(shop.db)
  return { ...shop, mug, token }
}

const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0

test('every public list shows a product with choices once, and none of its choices', async () => {
  const { db, get, token, mug } = await shopWithMug()
  const lists = [
    '/api/products',
    '/api/products?extras=true&sort=price',
    '/api/products?category=mugs',
    '/api/products?keyword=zinnia',
    '/api/products?keyword=zinia+mug',
    '/api/products?keyword=ZM-GREEN',
    '/api/products?keyword=mug+clay',
    '/api/products?color=green',
    '/api/products?color=blue&inStock=true',
    '/api/products?minPrice=20&maxPrice=30',
    '/api/products?minPrice=36',
    '/api/products?keyword=moss&minPrice=13&inStock=true',
    '/api/products/newest',
    '/api/products/linen-pouch/related',
    '/api/products/suggestions?keyword=zinn',
    '/api/products/suggestions?keyword=ZM-CLAY',
    '/api/products?view=admin',
    '/api/products?view=admin&sort=-price',
    '/api/products?view=admin&keyword=ZM-BLUE',
    '/api/admin/search?q=ZM-BLUE',
  ]
  for (const path of lists) {
    const { statusCode, body } = await get(path, token)
    expect(statusCode, `${path} ${body}`).toBe(200)
    const withoutChoices = body.replaceAll(/"choices":\[.*?\]\}?(?=[,}\]])/g, '')
    expect([count(body, new RegExp(`"_id":"${mug.id}"`, 'g')), count(withoutChoices, /Zinnia Mug, /g)], path).toEqual([
      1, 0,
    ])
  }
  await db.execute(`update products set featured = true where slug = 'zinnia-mug'`)
  expect((await get('/api/products/featured')).json()).toHaveLength(1)
  for (const path of ['/', '/shop', '/category/mugs', '/search/zinnia', '/sitemap.xml', '/products/linen-pouch']) {
    const { body } = await get(path)
    expect(body, path).toContain('zinnia-mug')
    expect(body, path).not.toContain('/products/zinnia-mug-')
  }
  const { facets, total } = (await get('/api/products?extras=true')).json()
  expect([total, facets.total, facets.minPrice, facets.maxPrice, facets.inStock]).toEqual([2, 2, 12, 90, 2])
})

test.for([
  ['color=red', 0],
  ['minPrice=13&maxPrice=20', 0],
  ['maxPrice=11', 0],
  ['keyword=QX-77', 0],
  ['maxPrice=12', 1],
])('a product with choices is listed with the filter %s as often as a choice fits', async ([query, times]) => {
  const { get } = await shopWithMug()
  expect((await get(`/api/products?${query}`)).json().total).toBe(times)
})

test('the SKU of a choice that there is not finds by the words that others have, and says so', async () => {
  const { get } = await shopWithMug()
  const { total, matchedWords } = (await get('/api/products?keyword=ZM-RED&extras=true')).json()
  expect([total, matchedWords]).toEqual([1, 'zm'])
})

test('lists about stock show each choice by its full name, and the product as low while one is', async () => {
  const { get, token, mug } = await shopWithMug()
  const names = async (query: string) =>
    (await get(`/api/products?view=admin&${query}`, token)).json().products.map(({ name }: { name: string }) => name)
  expect(await names('show=low&sort=qty')).toEqual(['Zinnia Mug, Clay', 'Zinnia Mug, Moss green'])
  expect(await names('show=soldout')).toEqual(['Zinnia Mug, Sea blue'])
  expect(await names('sort=-qty')).toHaveLength(4)
  for (const keyword of ['clay', 'mug clay', 'zinia clay'])
    expect(await names(`show=low&keyword=${keyword}`), keyword).toEqual(['Zinnia Mug, Clay'])
  const { products } = (await get('/api/products?view=admin', token)).json()
  expect(products.find(({ _id }: { _id: string }) => _id === mug.id)).toMatchObject({ isLow: true, qty: 3 })
  const { low, soldOut } = (await get('/api/dashboard', token)).json()
  expect([low.count, soldOut.count, soldOut.products[0].name]).toEqual([2, 1, 'Zinnia Mug, Sea blue'])
})

test('the address of a choice leads to its product, and search engines read the choices there', async () => {
  const { get, mug } = await shopWithMug()
  const { statusCode, headers } = await get('/products/zinnia-mug-clay')
  expect([statusCode, headers.location]).toEqual([308, '/products/zinnia-mug?choice=zinnia-mug-clay'])
  const { body } = await get('/products/zinnia-mug?choice=zinnia-mug-clay')
  expect(body).toMatch(/<link rel="canonical" href="[^"?]*\/products\/zinnia-mug"/)
  const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  const [group] = JSON.parse(json)['@graph']
  expect(group).toMatchObject({
    '@type': 'ProductGroup',
    productGroupID: mug.id,
    variesBy: ['https://schema.org/color'],
    hasVariant: [
      { color: 'Sea blue', sku: 'ZM-BLUE', offers: { price: '12.00', availability: 'https://schema.org/OutOfStock' } },
      { color: 'Moss green', offers: { price: '24.00', availability: 'https://schema.org/InStock' } },
      {
        name: 'Zinnia Mug, Clay',
        image: expect.stringContaining('/images/'),
        offers: {
          url: expect.stringContaining('/products/zinnia-mug?choice=zinnia-mug-clay'),
          shippingDetails: [{ deliveryTime: { handlingTime: { minValue: 3, maxValue: 5 } } }],
        },
      },
    ],
  })
  expect(group.offers).toBeUndefined()
})
