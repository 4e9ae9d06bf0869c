import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { drops } from '#features/drops/schema.ts'
import { drop } from '#features/drops/testing/factories.ts'
import type { Db } from '#server/platform/db/client.ts'
import { categories, collections, products } from '#server/shop/schema/catalog.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp } from '#server/testing/app.ts'
import { category, collection, image, product } from '#server/testing/factories.ts'
import { servePages } from './pages.ts'

const URL_OF_SHOP = 'https://shop.test'

type Thing = { '@type': string } & Record<string, unknown>

/**
 * What Google asks of each kind of thing, as its documentation of 2025 lists it (developers.google.com/search/docs/
 * appearance/structured-data: product-snippet, merchant-listing, breadcrumb, carousel, organization,
 * sitelinks-searchbox). For Organization it requires nothing and recommends these.
 */
const REQUIRED_FIELDS: Record<string, string[]> = {
  Product: ['name', 'image', 'offers', 'description', 'sku', 'brand'],
  Offer: ['price', 'priceCurrency', 'availability', 'url', 'itemCondition'],
  Brand: ['name'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement', 'numberOfItems'],
  CollectionPage: ['name', 'url', 'mainEntity'],
  ListItem: ['position'],
  Organization: ['name'],
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
  SaleEvent: ['name', 'startDate', 'location', 'eventStatus', 'eventAttendanceMode', 'image', 'organizer', 'url'],
  VirtualLocation: ['url'],
  OfferShippingDetails: ['shippingRate', 'shippingDestination'],
  MonetaryAmount: ['value', 'currency'],
  DefinedRegion: ['addressCountry'],
  ShippingDeliveryTime: [],
  QuantitativeValue: ['minValue', 'maxValue', 'unitCode'],
}

const VALUES: Record<string, RegExp> = {
  price: /^\d+\.\d\d$/,
  priceCurrency: /^USD$/,
  availability: /^https:\/\/schema\.org\/(InStock|OutOfStock)$/,
  itemCondition: /^https:\/\/schema\.org\/NewCondition$/,
  url: /^https:\/\/shop\.test\//,
  item: /^https:\/\/shop\.test\//,
  image: /^https:\/\/shop\.test\/images\/[\da-f-]+\.jpg$/,
  logo: /^https:\/\/shop\.test\/.+\.png$/,
  urlTemplate: /^https:\/\/shop\.test\/search\/\{search_term_string\}$/,
}

/** A shop with its pages, that knows itself by its own address. */
async function openShop() {
  const shop = await testApp({ shopUrl: URL_OF_SHOP })
  const pages = await servePages(shop.app, { ...shop.shop, fresh: () => true, owns: [] })
  return { ...shop, ...pages }
}

/** Thirteen pens, so that they have two pages, a cup that nobody can buy any more, and collections. */
async function stockShop(db: Db) {
  for (const [index, name] of ['pens', 'cups', 'wine stoppers'].entries()) await category(db, name, index)
  await db.update(categories).set({ label: 'Pens & pencils' }).where(eq(categories.name, 'pens'))
  for (let number = 1; number < 13; number++) await product(db, { slug: `pen-${number}`, sku: `P-${number}` })
  const pen = await product(db, {
    name: 'A "walnut" pen </script><b>',
    slug: 'walnut-pen',
    sku: 'P-13',
    priceCents: 450,
    description: '<p>Turned from <i>one</i> branch &amp; oiled.</p>',
    color: 'brown',
  })
  const photo = await image(db, pen.id, { alt: 'A "pen" <on> linen' })
  const cup = await product(db, { slug: 'blue-cup', category: 'cups', qty: 0 })
  await image(db, cup.id)
  await product(db, { slug: 'a-draft', draft: true })
  await product(db, { slug: 'a-memory', deletedAt: new Date() })
  const text = 'Small things to give away.'
  const gifts = await collection(db, { name: 'Gifts', slug: 'gifts', text }, [cup, pen])
  await collection(db, { slug: 'empty' })
  await collection(db, { slug: 'later', hidden: true }, [pen])
  return { pen, photo, gifts }
}

const rename = (db: Db, id: string, slug: string) => db.update(products).set({ slug }).where(eq(products.id, id))

const attributesOf = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, match = '']) => match)
const canonicalOf = (html: string) => attributesOf(html, /<link rel="canonical" href="([^"]*)"/g)
const isHidden = (html: string) => /<meta name="robots" content="noindex"/.test(html)

function thingsIn(html: string): Thing[] {
  const [, json] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  return json ? JSON.parse(json)['@graph'] : []
}

/** Every thing within a thing, itself first. A reference is no thing. */
const within = (thing: unknown): Thing[] => {
  if (Array.isArray(thing)) return thing.flatMap(within)
  if (!thing || typeof thing !== 'object') return []
  return [...('@type' in thing ? [thing as Thing] : []), ...Object.values(thing).flatMap(within)]
}

const faultsOf = (thing: Thing) => {
  const kind = thing['@type']
  const requiredFields = REQUIRED_FIELDS[kind]
  if (!requiredFields) return [`${kind} is no kind that is known here`]
  const missing = requiredFields.filter((name) => thing[name] === undefined || thing[name] === '')
  const wrong = Object.entries(thing).filter(([name, value]) =>
    [value].flat().some((one) => typeof one === 'string' && VALUES[name]?.test(one) === false),
  )
  return [
    ...missing.map((name) => `${kind} has no ${name}`),
    ...wrong.map(([name, value]) => `${kind}.${name}: ${value}`),
  ]
}

const KINDS: [path: string, kinds: string[]][] = [
  ['/', ['Organization', 'WebSite']],
  ['/shop', ['ItemList']],
  ['/shop/page/2', ['ItemList']],
  ['/category/pens', ['ItemList', 'BreadcrumbList']],
  ['/category/wine-stoppers', ['ItemList', 'BreadcrumbList']],
  ['/collections/gifts', ['CollectionPage', 'BreadcrumbList']],
  ['/search/pen', ['ItemList']],
  ['/products/walnut-pen', ['Product', 'BreadcrumbList']],
  ['/products/blue-cup', ['Product', 'BreadcrumbList']],
  ['/contact', ['Organization']],
  ['/cart', []],
  ['/login', []],
  ['/products/none', []],
  ['/spaceships', []],
]

test('every page has structured data with all required properties', async () => {
  const { db, get } = await openShop()
  await stockShop(db)
  for (const [path, kinds] of KINDS) {
    const things = thingsIn((await get(path)).body)
    expect([path, things.map((thing) => thing['@type'])]).toEqual([path, kinds])
    expect(things.flatMap(within).flatMap(faultsOf), path).toEqual([])
  }
})

test('structured data of a product has its name, price and availability', async () => {
  const { db, get } = await openShop()
  const { photo } = await stockShop(db)
  const [thing, trail] = thingsIn((await get('/products/walnut-pen')).body)
  expect(thing).toMatchObject({
    name: 'A "walnut" pen </script><b>',
    sku: 'P-13',
    description: 'Turned from one branch & oiled.',
    color: 'brown',
    image: [`https://shop.test/images/${photo.id}.jpg`],
    brand: { name: 'My shop' },
    offers: { price: '4.50', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  })
  expect(trail?.itemListElement).toMatchObject([
    { position: 1, name: 'Shop', item: 'https://shop.test/shop' },
    { position: 2, name: 'Pens & pencils', item: 'https://shop.test/category/pens' },
    { position: 3, item: 'https://shop.test/products/walnut-pen' },
  ])
  const [soldProduct] = thingsIn((await get('/products/blue-cup')).body)
  expect(soldProduct).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
})

test('search engines read when a drop starts, and from when on its pieces can be bought', async () => {
  const { db, get, clear } = await openShop()
  const cup = await product(db, { slug: 'moon-cup', sku: 'C-1' })
  const photo = await image(db, cup.id)
  const { id, slug, startsAt } = await drop(db, {}, [cup])
  const listed = async () => addressesIn((await get('/sitemap.xml')).body)
  expect(await listed()).toContain(`https://shop.test/drops/${slug}`)
  const page = (await get(`/drops/${slug}`)).body
  const things = thingsIn(page)
  expect(things.map((thing) => thing['@type'])).toEqual(['SaleEvent', 'Organization'])
  expect(things.flatMap(within).flatMap(faultsOf)).toEqual([])
  expect(things[0]).toMatchObject({
    startDate: startsAt.toISOString(),
    eventStatus: 'https://schema.org/EventScheduled',
    image: [`https://shop.test/images/${photo.id}.jpg`],
  })
  expect(attributesOf(page, /<meta property="og:image" content="([^"]*)"/g)[0]).toContain(photo.id)
  const [piece] = thingsIn((await get('/products/moon-cup')).body)
  expect(piece).toMatchObject({
    offers: { availability: 'https://schema.org/OutOfStock', availabilityStarts: startsAt.toISOString() },
  })
  await db.update(drops).set({ state: 'canceled' }).where(eq(drops.id, id))
  clear()
  const [canceled] = thingsIn((await get(`/drops/${slug}`)).body)
  expect(canceled).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
  expect(await listed()).not.toContain(`https://shop.test/drops/${slug}`)
})

test('link previews of a product have its photo and price, with the URL of the shop', async () => {
  const { app, db } = await openShop()
  const { photo } = await stockShop(db)
  const { body } = await app.inject({ url: '/products/walnut-pen', headers: { host: 'evil.example' } })
  const tags = Object.fromEntries(
    [...body.matchAll(/<meta (?:property|name)="((?:og|product|twitter):[^"]+)" content="([^"]*)"\/>/g)].map(
      ([, name, content]) => [name, content],
    ),
  )
  expect(tags).toEqual({
    'og:type': 'product',
    'og:site_name': 'My shop',
    'og:locale': 'en_US',
    'og:url': 'https://shop.test/products/walnut-pen',
    'og:title': 'A &quot;walnut&quot; pen &lt;/script&gt;&lt;b&gt; · My shop',
    'og:description': 'Turned from one branch &amp; oiled.',
    'og:image': `https://shop.test/images/${photo.id}-1200.jpeg`,
    'og:image:type': 'image/jpeg',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A &quot;pen&quot; &lt;on&gt; linen',
    'product:price:amount': '4.50',
    'product:price:currency': 'USD',
    'product:availability': 'in stock',
    'twitter:card': 'summary_large_image',
  })
  expect(body).not.toContain('evil.example')
})

const INDEXED_PAGES: [path: string, canonical: string][] = [
  ['/', '/'],
  ['/shop', '/shop'],
  ['/shop/page/2', '/shop/page/2'],
  ['/category/pens', '/category/pens'],
  ['/category/wine%20stoppers', '/category/wine-stoppers'],
  ['/category/cup', '/category/cups'],
  ['/collections/gifts', '/collections/gifts'],
  ['/products/walnut-pen', '/products/walnut-pen'],
  ['/contact', '/contact'],
]

test('an indexable page has one title, one description and one canonical URL', async () => {
  const { db, get, clear } = await openShop()
  await stockShop(db)
  await saveSettings(db, { name: 'Rosas Pots and Cups' })
  clear()
  for (const [path, canonical] of INDEXED_PAGES) {
    const { statusCode, body } = await get(path)
    expect(statusCode, path).toBe(200)
    expect(canonicalOf(body), path).toEqual([`${URL_OF_SHOP}${canonical}`])
    expect(attributesOf(body, /<title>([^<]+)<\/title>/g), path).toHaveLength(1)
    expect(attributesOf(body, /<meta name="description" content="([^"]{20,})"/g), path).toHaveLength(1)
    expect(isHidden(body), path).toBe(false)
  }
})

const HIDDEN_PAGES = [
  '/search/pen',
  '/cart',
  '/login',
  '/register',
  '/profile',
  '/order/1',
  '/admin',
  '/products/none',
  '/spaceships',
]

test('private and empty pages are noindex', async () => {
  const { db, get } = await openShop()
  await stockShop(db)
  for (const path of HIDDEN_PAGES) expect(isHidden((await get(path)).body), path).toBe(true)
})

/** Every page that links lead to from the first one and that may be found, by the address it gives itself. */
async function publicPages(get: (path: string) => Promise<{ statusCode: number; body: string }>) {
  const visitedPaths = new Set(['/'])
  const indexedPaths = new Set<string>()
  for (const path of visitedPaths) {
    const { statusCode, body } = await get(path)
    if (statusCode !== 200) continue
    if (!isHidden(body)) for (const address of canonicalOf(body)) indexedPaths.add(address)
    for (const link of attributesOf(body, /<a [^>]*href="(\/[^"#?]*)"/g)) visitedPaths.add(link)
  }
  return [...indexedPaths]
}

const addressesIn = (xml: string) => attributesOf(xml, /<loc>([^<]*)<\/loc>/g)

test('what does not exist is a 404 page and noindex', async () => {
  const { db, get } = await openShop()
  await stockShop(db)
  for (const path of [
    '/spaceships',
    '/products/no-such-pen',
    '/category/spaceships',
    '/collections/spaceships',
    '/collections/later',
    '/collections/gifts/page/2',
    '/shop/page/99',
    '/shop/page/abc',
  ]) {
    const { statusCode, body } = await get(path)
    expect([statusCode, isHidden(body), body.includes('We can’t find that')], path).toEqual([404, true, true])
  }
})

test('the sitemap lists exactly the linked, indexable pages', async () => {
  const { db, get } = await openShop()
  const { photo } = await stockShop(db)
  const { headers, body } = await get('/sitemap.xml')
  expect(headers['content-type']).toContain('application/xml')
  expect(addressesIn(body).toSorted()).toEqual((await publicPages(get)).toSorted())
  expect(addressesIn(body)).toHaveLength(23)
  expect(body).toContain(`<image:loc>https://shop.test/images/${photo.id}.jpg</image:loc>`)
  expect(body).not.toMatch(/a-draft|a-memory|login|search|cart/)
})

test('a large sitemap has several files, with each page in one of them', async () => {
  const shop = await testApp({ shopUrl: URL_OF_SHOP })
  await servePages(shop.app, { ...shop.shop, fresh: () => true, owns: [], mostInFile: 10 })
  await stockShop(shop.db)
  const files = addressesIn((await shop.get('/sitemap.xml')).body)
  expect(files).toEqual([1, 2, 3].map((number) => `https://shop.test/sitemap-${number}.xml`))
  const parts = await Promise.all(files.map(async (file) => addressesIn((await shop.get(new URL(file).pathname)).body)))
  expect(parts.map(({ length }) => length)).toEqual([10, 10, 3])
  expect(parts.flat().toSorted()).toEqual((await publicPages(shop.get)).toSorted())
  for (const path of ['/sitemap-0.xml', '/sitemap-4.xml', '/sitemap-01.xml'])
    expect((await shop.get(path)).statusCode, path).toBe(404)
})

test('robots.txt names the sitemap and disallows private pages', async () => {
  const { get } = await openShop()
  const { body } = await get('/robots.txt')
  expect(body).toContain('\nSitemap: https://shop.test/sitemap.xml\n')
  for (const path of ['/admin', '/api/', '/cart/', '/order/', '/profile', '/requests/'])
    expect(body).toContain(`\nDisallow: ${path}\n`)
})

test('a former URL of a product redirects to the current one', async () => {
  const { db, get, app, shop, clear } = await openShop()
  const { pen } = await stockShop(db)
  await rename(db, pen.id, 'oak-pen')
  await rename(db, pen.id, 'ash-pen')
  for (const old of ['walnut-pen', 'oak-pen']) {
    const { statusCode, headers } = await get(`/products/${old}?utm_source=letter`)
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([301, '/products/ash-pen', 'no-cache'])
    expect((await get(`/api/products/${old}`)).json()).toMatchObject({ _id: pen.id, slug: 'ash-pen' })
  }
  expect((await get('/products/ash-pen')).statusCode).toBe(200)
  expect(canonicalOf((await get(`/products/${pen.id}`)).body)).toEqual([`${URL_OF_SHOP}/products/ash-pen`])
  // A product that takes the slug has it.
  const other = await product(shop.db, { slug: 'oak-pen' })
  clear()
  expect((await get('/api/products/oak-pen')).json()._id).toBe(other.id)
  expect((await app.inject('/products/oak-pen')).statusCode).toBe(200)
})

test('a search for blanks leads home, and a long one is cut', async () => {
  const { db, get } = await openShop()
  await product(db, { name: 'Walnut Pen' })
  for (const blank of ['/search/%20', '/search/%20%09/page/2?sort=price']) {
    const { statusCode, headers } = await get(blank)
    expect([statusCode, headers.location], blank).toEqual([301, '/'])
  }
  const { statusCode, body } = await get(`/search/walnut${'%20'.repeat(94)}xylophone`)
  expect(statusCode).toBe(200)
  expect(body).toContain('Walnut Pen')
  expect(body).not.toContain('xylophone')
})

test('a collection has its text as description, a former URL redirects to it, and that of all of them to the shop', async () => {
  const { db, get, clear } = await openShop()
  const { gifts } = await stockShop(db)
  const { body } = await get('/collections/gifts')
  expect(body).toContain('<meta name="description" content="Small things to give away."/>')
  const [page] = thingsIn(body)
  expect(page).toMatchObject({ name: 'Gifts', mainEntity: { numberOfItems: 2 } })
  await db.update(collections).set({ slug: 'presents' }).where(eq(collections.id, gifts.id))
  clear()
  for (const [old, location] of [
    ['/collections/gifts', '/collections/presents'],
    ['/collections/GIFTS?color=brown', '/collections/presents?color=brown'],
    ['/collections/Presents', '/collections/presents'],
    ['/collections', '/shop'],
  ] as const) {
    const { statusCode, headers } = await get(old)
    expect([statusCode, headers.location], old).toEqual([301, location])
  }
})
