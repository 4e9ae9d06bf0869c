import { subscribe } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import type { Context } from '../context.ts'
import { buildApp } from '../http/app.ts'
import { testCheckout } from '../testing/checkouts.ts'
import { runSql } from '../testing/cluster.ts'
import { image, product } from '../testing/factories.ts'
import { adminIn } from '../testing/products.ts'
import type { PageEvent } from './cache.ts'
import { listenForChanges } from './invalidation.ts'
import { servePages } from './pages.ts'

/** What a page may differ in from the same page rendered now. */
const IGNORED = [
  // When its data was read.
  /"(startedTimeStamp|fulfilledTimeStamp|requestId)":("[^"]*"|\d+)/g,
  // The stock of a product, when it is twenty or more; a sale of one of many sends no notice.
  /"qty":(\d{3,}|[2-9]\d)/g,
  // The sitemap's dates: stock changes them, and may not empty the sitemap of a large shop with each sale.
  /<lastmod>[^<]*/g,
]

let made = 0
subscribe('boutique.pages', (event) => {
  if ((event as PageEvent) === 'made') made++
})

/** Every page on which a change may be seen; `old-cup` is the oldest product, in no row of another page. */
const PAGES = {
  product: '/products/old-cup',
  'a product of its category': '/products/cup-2',
  'a product of another category': '/products/pen-1',
  shop: '/shop',
  'second page of the shop': '/shop/page/2',
  'its category': '/category/cups',
  'another category': '/category/pens',
  search: '/search/old',
  home: '/',
  contact: '/contact',
  sitemap: '/sitemap.xml',
}
type Page = keyof typeof PAGES
const ALL = Object.keys(PAGES) as Page[]
const allBut = (...pages: Page[]) => ALL.filter((page) => !pages.includes(page))

/** The lists that a product is in or was in. */
const LISTS: Page[] = ['shop', 'second page of the shop', 'its category', 'search']

/** A shop of six cups and eight pens, from the oldest to the newest; the second cup has a photo, and the last is the newest. */
async function openShop() {
  const shop = await testCheckout()
  const ids = new Map<string, string>()
  const add = async (slug: string, fields: Parameters<typeof product>[1] = {}) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, ids.size))
    const { id } = await product(shop.db, { name: slug.replace('-', ' '), slug, createdAt, ...fields })
    ids.set(slug, id)
  }
  await add('old-cup', { category: 'cups', qty: 1, oneOfAKind: true })
  for (const number of [2, 3, 4, 5]) await add(`cup-${number}`, { category: 'cups', qty: 15 })
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await add(`pen-${number}`, { color: 'blue' })
  await add('cup-6', { category: 'cups', qty: 1 })
  const idOf = (slug: string) => ids.get(slug) ?? ''
  await image(shop.db, idOf('cup-2'))
  const seller = await adminIn(shop)
  return { ...shop, seller, idOf, edit: (slug: string, edit: object) => seller.edit(idOf(slug), edit) }
}
type Shop = Awaited<ReturnType<typeof openShop>>

/** A process that serves these pages, with its cache or without. */
async function openProcess(context: Context, url: string, isCached: boolean) {
  const app = await buildApp(context)
  let clear = (_: string[]) => {}
  let heard = () => {}
  const changes = await listenForChanges(url, (tags) => {
    clear(tags)
    if (tags.includes('product:the last notice')) heard()
  })
  clear = (await servePages(app, { ...context, fresh: () => isCached, owns: [] })).clear
  onTestFinished(async () => {
    await changes.stop()
    await app.close()
  })
  const read = async (path: string) => {
    const before = made
    const { statusCode, body, headers } = await app.inject(path)
    const text = IGNORED.reduce((rest, pattern) => rest.replaceAll(pattern, ''), body)
    return { page: { statusCode, text, type: headers['content-type'] }, isRendered: made > before }
  }
  /** Resolves when all earlier notices have arrived. */
  const upToDate = () =>
    new Promise<void>((resolve, reject) => {
      heard = resolve
      runSql(
        url,
        `select pg_notify('catalog', '{"product": "the last notice", "category": "", "slugs": [], "color": "", "details": false, "lists": false, "enters": false}')`,
      ).catch(reject)
    })
  return { read, upToDate }
}

/** Renders all pages, makes the change, and asks two processes again. Returns the pages that each has rendered anew. */
async function renderedAfter(shop: Shop, change: (shop: Shop) => Promise<unknown>) {
  const context = { ...shop.shop }
  const here = await openProcess(context, shop.url, true)
  const there = await openProcess(context, shop.url, true)
  const uncached = await openProcess(context, shop.url, false)
  for (const path of Object.values(PAGES)) for (const { read } of [here, there]) await read(path)
  await here.upToDate()
  await there.upToDate()
  for (const path of Object.values(PAGES)) expect(await here.read(path), path).toMatchObject({ isRendered: false })
  await change(shop)
  const rendered = []
  for (const { read, upToDate } of [here, there]) {
    await upToDate()
    const pages: Page[] = []
    for (const name of ALL) {
      const { page, isRendered } = await read(PAGES[name])
      expect(page, name).toEqual((await uncached.read(PAGES[name])).page)
      if (isRendered) pages.push(name)
    }
    rendered.push(pages)
  }
  return rendered
}

const sells = (slug: string) => async (shop: Shop) => {
  const order = await shop.placed({ id: shop.idOf(slug) })
  expect((await shop.pay(order)).statusCode).toBe(200)
}

const edits = (slug: string, edit: object) => async (shop: Shop) =>
  expect((await shop.edit(slug, edit)).statusCode).toBe(200)

const CHANGES: [change: string, make: (shop: Shop) => Promise<unknown>, pages: Page[]][] = [
  ['its price', edits('old-cup', { price: 7 }), ['product', ...LISTS, 'sitemap']],
  ['its name', edits('old-cup', { name: 'older cup' }), ['product', ...LISTS, 'sitemap']],
  [
    'its description',
    edits('old-cup', { description: '<p>Of red clay.</p>' }),
    ['product', 'second page of the shop', 'its category', 'search', 'sitemap'],
  ],
  [
    'its slug',
    edits('old-cup', { slug: 'oldest-cup' }),
    ['product', 'second page of the shop', 'its category', 'search', 'sitemap'],
  ],
  [
    'its color',
    edits('old-cup', { color: 'blue' }),
    ['product', 'a product of its category', ...LISTS, 'home', 'sitemap'],
  ],
  [
    'its category',
    edits('old-cup', { category: 'pens' }),
    ['product', 'a product of another category', ...LISTS, 'another category', 'home', 'sitemap'],
  ],
  [
    'its place on the home page',
    edits('old-cup', { featured: true }),
    ['product', 'a product of its category', ...LISTS, 'home', 'sitemap'],
  ],
  [
    'a photo',
    async ({ db, idOf }) => image(db, idOf('old-cup')),
    ['product', 'second page of the shop', 'its category', 'search', 'home', 'sitemap'],
  ],
  ['that it is deleted', ({ seller, idOf }) => seller.remove(idOf('old-cup')), ['product', ...LISTS, 'sitemap']],
  ['that its last unit is sold', sells('old-cup'), ['product', ...LISTS]],
  [
    'that its last unit is sold, of a product in many rows',
    sells('cup-6'),
    ['product', 'a product of its category', ...LISTS, 'home'],
  ],
  [
    'that one of several units is sold',
    sells('cup-2'),
    ['a product of its category', 'second page of the shop', 'its category', 'home'],
  ],
]

test.for(CHANGES)('a change of a product, %s, renders the pages that show it', async ([, change, pages]) => {
  const expected = ALL.filter((page) => pages.includes(page))
  expect(await renderedAfter(await openShop(), change)).toEqual([expected, expected])
})

const OTHERS: typeof CHANGES = [
  [
    'a product returns to stock',
    async ({ edit }) => edit('old-cup', { qty: 1 }),
    ['product', 'a product of its category', ...LISTS, 'home'],
  ],
  ['one of many units is sold', sells('cup-3'), []],
  [
    'a draft is edited',
    async ({ post, seller }) => {
      const draft = (await post('/api/products', undefined, seller.token)).json()
      await seller.edit(draft._id, { name: 'A draft', category: 'cups' })
    },
    [],
  ],
  [
    'a draft goes on sale',
    async ({ post, seller }) => {
      const draft = (await post('/api/products', undefined, seller.token)).json()
      await seller.edit(draft._id, { name: 'New cup', category: 'cups', price: 5, qty: 1 })
    },
    ['product', 'a product of its category', ...LISTS, 'home', 'sitemap'],
  ],
  [
    'a category is renamed',
    ({ put, seller }) => put('/api/categories/cups', { name: 'mugs' }, seller.token),
    allBut('contact'),
  ],
  [
    'the categories are ordered',
    ({ put, seller }) => put('/api/categories', { order: ['pens', 'cups'] }, seller.token),
    allBut('contact'),
  ],
  [
    'the settings change',
    ({ put, seller }) => put('/api/settings', { name: 'Rosa’s Pots' }, seller.token),
    allBut('sitemap'),
  ],
  [
    'sixty prices change',
    ({ put, seller, idOf }) =>
      put('/api/products', { ids: ['pen-1', 'pen-2'].map(idOf), change: { percent: 10 } }, seller.token),
    allBut('product', 'a product of its category', 'its category', 'contact'),
  ],
  [
    'an order is placed, a coupon made and an account opened',
    async ({ place, post, seller, idOf }) => {
      await place({ id: idOf('cup-2') })
      await post('/api/coupons', undefined, seller.token)
    },
    [],
  ],
]

test.for(OTHERS)('when %s, the pages that show it are rendered', async ([, change, pages]) => {
  const shop = await openShop()
  await shop.edit('old-cup', { qty: 0 })
  await shop.edit('cup-3', { qty: 500 })
  const expected = ALL.filter((page) => pages.includes(page))
  expect(await renderedAfter(shop, change)).toEqual([expected, expected])
})
