import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { TEXT } from '#contract/texts.ts'
import { drops } from '#features/drops/schema.ts'
import { isInDrop } from '#features/drops/server/dropped-products.ts'
import { runDrops } from '#features/drops/server/run-drops.ts'
import { drop } from '#features/drops/testing/factories.ts'
import { pastOrder } from '#features/history/testing/factories.ts'
import { news } from '#features/news/schema.ts'
import { showNews } from '#features/news/server/show-news.ts'
import { newsPage } from '#features/news/testing/factories.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedLook, publishDraft, saveDraft } from '#server/shop/look/looks.ts'
import type { CatalogChange } from '#server/shop/public-tags.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { freshDatabase, TRADING_SHOP } from '#server/testing/app.ts'
import { testCheckout } from '#server/testing/checkouts.ts'
import { runSql } from '#server/testing/cluster.ts'
import { collection, image, product, textPage } from '#server/testing/factories.ts'
import { adminIn } from '#server/testing/products.ts'
import { listenForChanges } from './listen-for-changes.ts'
import type { PageEvent } from './page-cache.ts'
import { servePages } from './pages.ts'

/** What a page may differ in from the same page rendered now. */
const IGNORED_TEXTS = [
  // When its data was read.
  /"(startedTimeStamp|fulfilledTimeStamp|requestId)":("[^"]*"|\d+)/g,
  // The stock of a product, when it is twenty or more; a sale of one of many sends no notice.
  /"qty":(\d{3,}|[2-9]\d)/g,
  // The sitemap's dates: stock changes them, and may not empty the sitemap of a large shop with each sale.
  /<lastmod>[^<]*/g,
]

let pagesMade = 0
subscribe('boutique.pages', (event) => {
  if ((event as PageEvent) === 'made') pagesMade++
})

/**
 * Every page and answer in which a change may be seen. `old-cup` is the oldest product: it is on the second page of the
 * shop, and in no row of another page.
 */
const PAGES = {
  product: '/products/old-cup',
  'a product of its category': '/products/cup-2',
  'a product of another category': '/products/pen-1',
  shop: '/shop',
  'second page of the shop': '/shop/page/2',
  'its category': '/category/cups',
  'another category': '/category/pens',
  collection: '/collections/gifts',
  search: '/search/old',
  home: '/',
  contact: '/contact',
  'text page': '/pages/care',
  'another text page': '/pages/about',
  news: '/news',
  'text page of the news': '/pages/fair',
  feed: '/news/feed.xml',
  sitemap: '/sitemap.xml',
  'product, JSON': '/api/products/old-cup',
  'related products, JSON': '/api/products/cup-2/related',
  'list, JSON': '/api/products?extras=true',
  'its category, JSON': '/api/products?category=Cups&sort=price',
  'another category, JSON': '/api/products?category=pens',
  'collection, JSON': '/api/products?collection=gifts',
  'search, JSON': '/api/products?keyword=old',
  'suggestions, JSON': '/api/products/suggestions?keyword=ol',
  'featured, JSON': '/api/products/featured',
  'newest, JSON': '/api/products/newest',
  'shelves, JSON': '/api/categories/shelves',
  'categories, JSON': '/api/categories',
  'collections, JSON': '/api/collections',
  'shelves of collections, JSON': '/api/collections/shelves',
  'settings, JSON': '/api/shop',
}
type Page = keyof typeof PAGES
const ALL = Object.keys(PAGES) as Page[]
const allBut = (...pages: Page[]) => ALL.filter((page) => !pages.includes(page))

const PRODUCT: Page[] = ['product', 'product, JSON']
const SAME_CATEGORY: Page[] = ['a product of its category', 'related products, JSON']
const CATEGORY: Page[] = ['its category', 'its category, JSON']
const OTHER_CATEGORY: Page[] = ['another category', 'another category, JSON']
const COLLECTION: Page[] = ['collection', 'collection, JSON']
const SEARCH: Page[] = ['search', 'search, JSON', 'suggestions, JSON']
const ROWS: Page[] = ['home', 'featured, JSON', 'newest, JSON', 'shelves, JSON', 'shelves of collections, JSON']
/** The lists that contain the product itself. */
const CONTAINING: Page[] = ['second page of the shop', ...CATEGORY, ...COLLECTION, ...SEARCH]
/** And those whose order, members or facets it changes. */
const LISTS: Page[] = ['shop', 'list, JSON', ...CONTAINING]
const OF_SETTINGS: Page[] = ['settings, JSON', ...ALL.filter((page) => !/JSON|sitemap/.test(page))]
/** What shows text pages alone, besides the home page. */
const TEXTS: Page[] = ['text page', 'another text page', 'news', 'text page of the news', 'feed']
/** Every page links the published text pages. */
const OF_LINKS: Page[] = [...OF_SETTINGS, 'sitemap']

/** The answers that name collections and no product's category. */
const NAMES: Page[] = ['collections, JSON', 'shelves of collections, JSON']
/** What shows, links or looks in the collection: every HTML page of a list, too, and the pages of its products. */
const LINKING: Page[] = [
  ...PRODUCT,
  ...SAME_CATEGORY,
  ...['shop', 'second page of the shop', 'its category', 'another category', 'search', 'home', 'sitemap'],
  ...['search, JSON', 'suggestions, JSON', 'collections, JSON', 'shelves of collections, JSON'],
  ...COLLECTION,
] as Page[]

/**
 * A shop of six cups and eight pens, from the oldest to the newest; the second cup has a photo, and the last is the
 * newest. The first two cups are in the collection Gifts. Each test has a copy of it.
 */
async function fillShop(db: Db) {
  const ids = new Map<string, string>()
  const add = async (slug: string, fields: Parameters<typeof product>[1] = {}) => {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, ids.size))
    const { id } = await product(db, { name: slug.replace('-', ' '), slug, createdAt, ...fields })
    ids.set(slug, id)
  }
  await add('old-cup', { category: 'cups', qty: 1, oneOfAKind: true })
  for (const number of [2, 3, 4, 5]) await add(`cup-${number}`, { category: 'cups', qty: 15 })
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await add(`pen-${number}`, { color: 'blue' })
  await add('cup-6', { category: 'cups', qty: 1 })
  const idOf = (slug: string) => ids.get(slug) ?? ''
  await image(db, idOf('cup-2'))
  const gifts = await collection(
    db,
    { name: 'Gifts', slug: 'gifts' },
    ['old-cup', 'cup-2'].map((slug) => ({ id: idOf(slug) })),
  )
  await textPage(db, { slug: 'care', title: 'Care', body: 'Wash by hand.' })
  await textPage(db, { slug: 'about', title: 'About' })
  await textPage(db, { slug: 'faq', publishedAt: null })
  await newsPage(db, { slug: 'fair', title: 'Fair', body: 'Come.' })
  await newsPage(db, { slug: 'kiln', title: 'Kiln' }, new Date(Date.now() + 86_400_000))
  return { idOf, giftsId: gifts.id }
}

let filledDatabase: Awaited<ReturnType<typeof freshDatabase>>
let goods: Awaited<ReturnType<typeof fillShop>>

beforeAll(async () => {
  filledDatabase = await freshDatabase({ template: TRADING_SHOP })
  goods = await fillShop(filledDatabase.db)
  // A database can be copied while nobody is connected to it.
  await filledDatabase.db.$client.end()
})

afterAll(() => filledDatabase.drop())

async function openShop() {
  const { idOf, giftsId } = goods
  const shop = await testCheckout({}, { template: filledDatabase.name })
  const seller = await adminIn(shop)
  const editGifts = (edit: object) => shop.put(`/api/admin/collections/${giftsId}`, edit, seller.token)
  return { ...shop, seller, idOf, editGifts, edit: (slug: string, edit: object) => seller.edit(idOf(slug), edit) }
}
type Shop = Awaited<ReturnType<typeof openShop>>

/** A process that serves these pages, with its cache or without. */
async function openProcess(context: Context, url: string, isCached: boolean) {
  const app = await buildApp(context)
  let clear = (_: CatalogChange) => {}
  const listeners = new Map<string, () => void>()
  const changes = await listenForChanges(url, (change) => {
    clear(change)
    for (const tag of change.tags) listeners.get(tag)?.()
  })
  clear = (await servePages(app, { ...context, fresh: () => isCached, owns: [] })).clear
  onTestFinished(async () => {
    await changes.stop()
    await app.close()
  })
  const readPage = async (path: string) => {
    const before = pagesMade
    const { statusCode, body, headers } = await app.inject(path)
    const text = IGNORED_TEXTS.reduce((rest, pattern) => rest.replaceAll(pattern, ''), body)
    return { page: { statusCode, text, type: headers['content-type'] }, isRendered: pagesMade > before }
  }
  /** Resolves when all earlier notices have arrived: when one of its own has, since every process hears those of others. */
  const upToDate = () =>
    new Promise<void>((resolve, reject) => {
      const last = randomUUID()
      listeners.set(`product:${last}`, resolve)
      runSql(
        url,
        `select pg_notify('catalog', '{"product": "${last}", "category": "", "slugs": [], "color": "", "details": false, "lists": false, "enters": false}')`,
      ).catch(reject)
    })
  return { read: readPage, upToDate }
}

/** Renders all pages, makes the change, and asks two processes again. Returns the pages that each has rendered anew. */
async function renderedAfter(shop: Shop, change: (shop: Shop) => Promise<unknown>) {
  const context = { ...shop.shop }
  const here = await openProcess(context, shop.url, true)
  const there = await openProcess(context, shop.url, true)
  const uncachedProcess = await openProcess(context, shop.url, false)
  for (const path of Object.values(PAGES)) for (const { read } of [here, there]) await read(path)
  await here.upToDate()
  await there.upToDate()
  for (const path of Object.values(PAGES)) expect(await here.read(path), path).toMatchObject({ isRendered: false })
  await change(shop)
  await here.upToDate()
  await there.upToDate()
  const renderings: Page[][] = [[], []]
  for (const name of ALL) {
    const { page: pageNow } = await uncachedProcess.read(PAGES[name])
    for (const [index, { read }] of [here, there].entries()) {
      const { page, isRendered } = await read(PAGES[name])
      expect(page, name).toEqual(pageNow)
      if (isRendered) renderings[index]?.push(name)
    }
  }
  return renderings
}

const sells = (slug: string) => async (shop: Shop) => {
  const order = await shop.placed({ id: shop.idOf(slug) })
  expect((await shop.pay(order)).statusCode).toBe(200)
}

const edits = (slug: string, edit: object) => async (shop: Shop) =>
  expect((await shop.edit(slug, edit)).statusCode).toBe(200)

const draftWith = (edit: object) => async (shop: Shop) => {
  const draft = (await shop.post('/api/products', undefined, shop.seller.token)).json()
  expect((await shop.seller.edit(draft._id, edit)).statusCode).toBe(200)
}

async function draftLook(db: Db) {
  const { look, version } = await editedLook(db)
  return saveDraft(db, { ...look, notice: { text: 'Open studio', path: '', from: null, to: null } }, version)
}

type Change = [change: string, make: (shop: Shop) => Promise<unknown>, pages: Page[]]

const OF_THE_PRODUCT: Change[] = [
  ['its price', edits('old-cup', { price: 7 }), [...PRODUCT, ...LISTS, 'sitemap']],
  ['its name', edits('old-cup', { name: 'older cup' }), [...PRODUCT, ...LISTS, 'sitemap']],
  ['its description', edits('old-cup', { description: '<p>Clay.</p>' }), [...PRODUCT, ...CONTAINING, 'sitemap']],
  ['its size', edits('old-cup', { size: '4 in' }), [...PRODUCT, ...CONTAINING, 'sitemap']],
  ['its slug', edits('old-cup', { slug: 'oldest-cup' }), [...PRODUCT, ...CONTAINING, 'sitemap']],
  ['its color', edits('old-cup', { color: 'blue' }), [...PRODUCT, ...SAME_CATEGORY, ...LISTS, ...ROWS, 'sitemap']],
  [
    'its category',
    edits('old-cup', { category: 'pens' }),
    [...PRODUCT, 'a product of another category', ...LISTS, ...OTHER_CATEGORY, ...ROWS, 'sitemap'],
  ],
  [
    'that it is featured',
    edits('old-cup', { featured: true }),
    [...PRODUCT, ...SAME_CATEGORY, ...LISTS, ...ROWS, 'sitemap'],
  ],
  ['a new photo', async ({ db, idOf }) => image(db, idOf('old-cup')), [...PRODUCT, ...CONTAINING, ...ROWS, 'sitemap']],
  [
    'the focus of its photo',
    async ({ db }) => db.update(images).set({ focus: { x: 0, y: 0 } }),
    [...SAME_CATEGORY, 'second page of the shop', ...CATEGORY, ...COLLECTION, ...ROWS, 'sitemap'],
  ],
  // Its JSON is refused from now on, which the cache has no part in.
  [
    'that it is deleted',
    ({ seller, idOf }) => seller.remove(idOf('old-cup')),
    [
      ...['product', ...SAME_CATEGORY, ...LISTS, 'another category', 'home', 'sitemap'],
      ...['collections, JSON', 'shelves of collections, JSON'],
    ] as Page[],
  ],
  ['that its last unit is sold', sells('old-cup'), [...PRODUCT, ...LISTS]],
  [
    'a review that was left elsewhere',
    async ({ db, idOf, seller }) => pastOrder(db, seller.user.id, { productId: idOf('old-cup') }),
    [...PRODUCT, ...CONTAINING],
  ],
]

test.for(OF_THE_PRODUCT)('a change of a product, %s, renders the pages that show it', async ([, change, pages]) => {
  expect(await renderedAfter(await openShop(), change)).toEqual(twice(pages))
})

const putsPage = (path: string, body: object) => async (shop: Shop) =>
  expect((await shop.put(`/api/pages/${path}`, body, shop.seller.token)).statusCode).toBe(200)

const OF_TEXT_PAGES: Change[] = [
  ['a draft is saved', putsPage('faq', { title: 'Questions', body: 'Why?' }), []],
  ['the draft of a published page is saved', putsPage('care', { title: 'Caring', body: 'Use soap.' }), []],
  ['a text is published', putsPage('care/published', { title: 'Care', body: 'Use soap.' }), ['text page']],
  ['the same text is published again', putsPage('care/published', { title: 'Care', body: 'Wash by hand.' }), []],
  ['a title is published', putsPage('care/published', { title: 'Caring', body: 'Wash by hand.' }), OF_LINKS],
  ['a page is published', putsPage('faq/published', { title: 'Questions', body: 'Why?' }), OF_LINKS],
  ['a page moves to the header', putsPage('care', { place: 'header' }), OF_LINKS],
  ['a draft moves to the header', putsPage('faq', { place: 'header' }), []],
  [
    'the pages are ordered',
    ({ put, seller }) => put('/api/pages', { order: ['faq', 'about', 'care'] }, seller.token),
    OF_LINKS,
  ],
  ['a page is deleted', ({ remove, seller }) => remove('/api/pages/care', seller.token), OF_LINKS],
]

test.for(OF_TEXT_PAGES)('when %s, the pages that show or link it are rendered', async ([, change, pages]) => {
  expect(await renderedAfter(await openShop(), change)).toEqual(twice(pages))
})

const OF_THE_NEWS: Page[] = ['home', 'news', 'text page of the news', 'feed']

const NEWS_CHANGES: Change[] = [
  ['a text is published', putsPage('fair/published', { title: 'Fair', body: 'Come soon.' }), OF_THE_NEWS],
  ['a draft is saved', putsPage('fair', { title: 'Fair', body: 'Come soon.' }), []],
  [
    'a date changes',
    ({ put, seller }) => put('/api/news/fair', { datedAt: '2026-01-01T00:00:00.000Z' }, seller.token),
    [...OF_THE_NEWS, 'sitemap'],
  ],
  [
    'a date comes',
    async ({ db }) => {
      await db.update(news).set({ datedAt: sql`now()` }).where(eq(news.slug, 'kiln'))
      await showNews(db)
    },
    ['home', 'news', 'feed', 'sitemap'],
  ],
  ['news become a page', ({ remove, seller }) => remove('/api/news/fair', seller.token), OF_LINKS],
]

test.for(NEWS_CHANGES)('when, of the news, %s, the pages that show it are rendered', async ([, change, pages]) => {
  expect(await renderedAfter(await openShop(), change)).toEqual(twice(pages))
})

const editsGifts = (edit: (shop: Shop) => object) => async (shop: Shop) =>
  expect((await shop.editGifts(edit(shop))).statusCode).toBe(200)

const OF_COLLECTIONS: Change[] = [
  ['is renamed', editsGifts(() => ({ name: 'Presents' })), LINKING.filter((page) => page !== 'collection, JSON')],
  ['gets a text', editsGifts(() => ({ text: 'Small things.' })), LINKING],
  [
    'is hidden',
    editsGifts(() => ({ hidden: true })),
    [...LINKING.filter((page) => page !== 'collection, JSON'), 'its category, JSON', 'shelves, JSON'],
  ],
  ['is ordered', editsGifts(({ idOf }) => ({ productIds: ['cup-2', 'old-cup'].map(idOf) })), LINKING],
  [
    'gets another product',
    editsGifts(({ idOf }) => ({ productIds: ['old-cup', 'cup-2', 'pen-1'].map(idOf) })),
    [...LINKING, 'a product of another category', 'list, JSON', 'another category, JSON'],
  ],
  ['loses a product', editsGifts(({ idOf }) => ({ productIds: [idOf('cup-2')] })), [...LINKING, 'its category, JSON']],
]

test.for(OF_COLLECTIONS)(
  'when a collection %s, the pages that show or link it are rendered',
  async ([, change, pages]) => {
    expect(await renderedAfter(await openShop(), change)).toEqual(twice(pages))
  },
)

test('a collection that is no longer hidden is on the pages of its products', async () => {
  const shop = await openShop()
  const { id } = await collection(shop.db, { hidden: true }, [{ id: shop.idOf('pen-1') }])
  const show = () => shop.put(`/api/admin/collections/${id}`, { hidden: false }, shop.seller.token)
  const pages: Page[] = [...LINKING, 'a product of another category', 'list, JSON', 'another category, JSON']
  expect(await renderedAfter(shop, show)).toEqual(twice(pages))
})

const OTHERS: Change[] = [
  [
    'the last unit of a product in many rows is sold',
    sells('cup-6'),
    [...SAME_CATEGORY, 'product', ...LISTS, 'home', 'newest, JSON'],
  ],
  [
    'one of several units is sold',
    sells('cup-2'),
    [
      ...[...SAME_CATEGORY, 'second page of the shop', ...CATEGORY, ...COLLECTION, 'home'],
      ...['shelves, JSON', 'shelves of collections, JSON'],
    ] as Page[],
  ],
  ['one of many units is sold', sells('cup-3'), [...SAME_CATEGORY, 'product', 'shop', 'list, JSON', ...CATEGORY]],
  ['a product returns to stock', edits('old-cup', { qty: 1 }), [...PRODUCT, ...SAME_CATEGORY, ...LISTS, ...ROWS]],
  ['a draft is edited', draftWith({ name: 'A draft', category: 'cups' }), []],
  [
    'a draft goes on sale',
    draftWith({ name: 'New cup', category: 'cups', price: 5, qty: 1 }),
    ['product', ...SAME_CATEGORY, ...LISTS, ...ROWS, 'sitemap'],
  ],
  [
    'a category is renamed',
    ({ put, seller }) => put('/api/categories/cups', { name: 'mugs' }, seller.token),
    allBut(...(['contact', ...TEXTS, 'settings, JSON', 'its category, JSON'] as Page[]), 'collections, JSON'),
  ],
  [
    'the categories are ordered',
    ({ put, seller }) => put('/api/categories', { order: ['pens', 'cups'] }, seller.token),
    allBut('contact', ...TEXTS, 'settings, JSON', ...NAMES),
  ],
  [
    'the settings change',
    ({ put, seller }) => put('/api/settings', { name: 'Rosa’s Pots' }, seller.token),
    OF_SETTINGS,
  ],
  ['a draft of the look is saved', ({ db }) => draftLook(db), []],
  ['a look is published', async ({ db }) => publishDraft(db, (await draftLook(db)).version), OF_SETTINGS],
  [
    'the prices of two pens change at once',
    ({ put, seller, idOf }) =>
      put('/api/products', { ids: ['pen-2', 'pen-8'].map(idOf), change: { percent: 10 } }, seller.token),
    [
      ...['a product of another category', ...OTHER_CATEGORY, ...COLLECTION, 'shop', 'list, JSON'],
      ...['second page of the shop'],
      ...[...SEARCH, 'home', 'newest, JSON', 'sitemap'],
    ] as Page[],
  ],
  [
    'an order is placed and a coupon made',
    async ({ place, post, seller, idOf }) => {
      expect((await place({ id: idOf('cup-2') })).statusCode).toBe(201)
      expect((await post('/api/coupons', undefined, seller.token)).statusCode).toBe(201)
    },
    [],
  ],
]

test.for(OTHERS)('when %s, the pages that show it are rendered', async ([, change, pages]) => {
  const shop = await openShop()
  await shop.edit('old-cup', { qty: 0 })
  await shop.edit('cup-3', { qty: 500 })
  expect(await renderedAfter(shop, change)).toEqual(twice(pages))
})

/** What each of two processes should have rendered. */
function twice(pages: Page[]) {
  const expectedPages = ALL.filter((page) => pages.includes(page))
  return [expectedPages, expectedPages]
}

test.for([
  ['a sale', sells('cup-6'), true],
  ['a sale of one of several', sells('cup-2'), true],
  ['a sale of a piece in a drop', sells('cup-5'), true],
  ['a new price', edits('old-cup', { price: 7 }), false],
  ['a new name', edits('old-cup', { name: 'older cup' }), false],
  ['a new photo', async ({ db, idOf }: Shop) => image(db, idOf('old-cup')), false],
  ['a new name of the shop', ({ put, seller }: Shop) => put('/api/settings', { name: 'Pots' }, seller.token), false],
] as const)('the notices of %s say whether it is of the stock alone', async ([, change, isStock]) => {
  const shop = await openShop()
  await openDrop(shop, ['cup-5'])
  const noticesHeard: CatalogChange[] = []
  const changes = await listenForChanges(shop.url, (one) => noticesHeard.push(one))
  onTestFinished(changes.stop)
  noticesHeard.length = 0
  await change(shop)
  await expect.poll(() => noticesHeard.length).toBeGreaterThan(0)
  expect(new Set(noticesHeard.map((one) => one.isStock))).toEqual(new Set([isStock]))
})

/** A drop whose line is over, so that anybody may buy what is left of its products. */
async function openDrop({ db, idOf }: Shop, slugs: string[]) {
  const idsOfSlugs = slugs.map((slug) => ({ id: idOf(slug) }))
  const { id, slug } = await drop(db, {}, idsOfSlugs)
  await db.update(drops).set({ state: 'over' }).where(eq(drops.id, id))
  await db.update(products).set({ draft: false }).where(isInDrop(id))
  return `/drops/${slug}`
}

test.for([
  ['a sale', sells('cup-6')],
  ['a new price', edits('cup-6', { price: 7 })],
  ['a new name', edits('cup-6', { name: 'last cup' })],
  [
    'a step off sale',
    ({ put, seller, idOf }: Shop) =>
      put('/api/products', { ids: [idOf('cup-6')], change: { hidden: true } }, seller.token),
  ],
] as const)('%s of a piece is shown on the page of its drop', async ([, change]) => {
  const shop = await openShop()
  const page = await openDrop(shop, ['cup-5', 'cup-6'])
  const { read, upToDate } = await openProcess(shop.shop, shop.url, true)
  const before = (await read(page)).page.text
  await change(shop)
  await upToDate()
  expect((await read(page)).page.text).not.toBe(before)
})

test('a drop that is deleted has no page any more', async () => {
  const shop = await openShop()
  const page = await openDrop(shop, ['cup-5'])
  const { read, upToDate } = await openProcess(shop.shop, shop.url, true)
  const paths = [page, `/api${page}`, `/api${page}/line`]
  const statuses = async () => Promise.all(paths.map(async (path) => (await read(path)).page.statusCode))
  expect(await statuses()).toEqual([200, 200, 200])
  await upToDate()
  expect(await statuses()).toEqual([200, 200, 200])
  const { rows } = await runSql(shop.url, 'select id from drops')
  expect((await shop.remove(`/api/admin/drops/${rows[0]?.id}`, shop.seller.token)).statusCode).toBe(200)
  await upToDate()
  expect(await statuses()).toEqual([404, 404, 404])
})

/** A drop of the shop's fifth cup that starts tomorrow, without that product yet, and two processes that read pages. */
async function planDrop(shop: Shop) {
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const plannedDrop = (await shop.post('/api/admin/drops', { name: 'Winter cups', startsAt }, shop.seller.token)).json()
  const change = async (end: string, body: object) =>
    expect((await shop.put(`/api/admin/drops/${plannedDrop._id}${end}`, body, shop.seller.token)).statusCode).toBe(200)
  const processes = [await openProcess(shop.shop, shop.url, true), await openProcess(shop.shop, shop.url, true)]
  /** The page as every process has it, read again to come from its cache. */
  const pages = async (path: string) => {
    const texts = []
    for (const one of processes) {
      await one.upToDate()
      texts.push((await one.read(path)).page, (await one.read(path)).page)
    }
    expect(new Set(texts.map(({ statusCode }) => statusCode)).size).toBe(1)
    return texts
  }
  return {
    put: (update: object) => change('', update),
    end: () => change('/ended', {}),
    addPiece: () => change('', { productIds: [shop.idOf('cup-5')] }),
    async start() {
      await shop.db.update(drops).set({ startsAt: new Date() }).where(eq(drops.id, plannedDrop._id))
      await runDrops(shop.db)
    },
    /** Whether the page has the text, for every process. */
    async shows(path: string, text: string) {
      const answers = (await pages(path)).map((page) => page.text.includes(text))
      expect(new Set(answers).size).toBe(1)
      return answers[0]
    },
    statusOf: async (path: string) => (await pages(path))[0]?.statusCode,
  }
}

test('the home page and the sitemap have a drop from its first piece to its end', async () => {
  const { shows, addPiece, put, start, end } = await planDrop(await openShop())
  const announcements = async () => [
    await shows('/', '/drops/winter-cups'),
    await shows('/sitemap.xml', '/drops/winter-cups'),
  ]
  expect(await announcements()).toEqual([false, false])
  await addPiece()
  expect(await announcements()).toEqual([true, true])
  await put({ announced: false })
  expect(await announcements()).toEqual([false, false])
  await put({ announced: true, name: 'Snow cups' })
  expect(await shows('/', 'Snow cups')).toBe(true)
  expect(await shows('/', 'The line is open')).toBe(false)
  await start()
  expect(await shows('/', 'The line is open')).toBe(true)
  await end()
  expect(await announcements()).toEqual([false, false])
})

test('a drop without pieces, or whose only piece is deleted, is not announced', async () => {
  const shop = await openShop()
  const { shows, addPiece, put } = await planDrop(shop)
  await addPiece()
  expect(await shows('/', '/drops/winter-cups')).toBe(true)
  await shop.remove(`/api/products/${shop.idOf('cup-5')}`, shop.seller.token)
  expect(await shows('/', '/drops/winter-cups')).toBe(false)
  await put({ productIds: [] })
  expect(await shows('/', '/drops/winter-cups')).toBe(false)
})

test('a piece has a page before its drop starts, on which nobody can buy it', async () => {
  const shop = await openShop()
  const { shows, statusOf, addPiece, put, start, end } = await planDrop(shop)
  const page = '/products/cup-5'
  const canBeBought = () => shows(page, TEXT.addToCart)
  expect(await canBeBought()).toBe(true)
  await addPiece()
  expect(await shows(page, 'href="/drops/winter-cups"')).toBe(true)
  expect(await canBeBought()).toBe(false)
  expect(await statusOf('/api/products/cup-5')).toBe(404)
  expect(await statusOf('/checkout/cup-5')).toBe(404)
  for (const [edit, text] of [
    [{ description: '<p>Thrown in November.</p>' }, 'Thrown in November.'],
    [{ price: 41 }, '$41.00'],
    [{ size: '4 inches' }, '4 inches'],
    [{ name: 'Fifth cup' }, 'Fifth cup'],
  ] as const) {
    await shop.edit('cup-5', edit)
    expect(await shows(page, text), text).toBe(true)
  }
  await image(shop.db, shop.idOf('cup-5'), { alt: 'A cup in snow' })
  expect(await shows(page, 'A cup in snow')).toBe(true)
  await put({ name: 'Snow cups' })
  expect(await shows(page, 'Snow cups')).toBe(true)
  await start()
  expect(await canBeBought()).toBe(true)
  expect(await shows(page, 'See the line')).toBe(true)
  await end()
  expect(await canBeBought()).toBe(true)
  expect(await shows(page, '/drops/')).toBe(false)
})

test('a piece of a drop that is canceled has no page', async () => {
  const { statusOf, addPiece, end } = await planDrop(await openShop())
  await addPiece()
  expect(await statusOf('/products/cup-5')).toBe(200)
  await end()
  expect(await statusOf('/products/cup-5')).toBe(404)
})

test('a former slug leads to the product that takes it', async () => {
  const shop = await openShop()
  await shop.edit('cup-5', { slug: 'fifth-cup' })
  const { read, upToDate } = await openProcess(shop.shop, shop.url, true)
  const idOnPage = async () => JSON.parse((await read('/api/products/cup-5')).page.text)._id
  expect([await idOnPage(), await idOnPage()]).toEqual([shop.idOf('cup-5'), shop.idOf('cup-5')])
  expect((await read('/products/cup-5')).page.statusCode).toBe(301)
  await shop.edit('pen-1', { slug: 'cup-5' })
  await upToDate()
  expect(await idOnPage()).toBe(shop.idOf('pen-1'))
  expect((await read('/products/cup-5')).page.statusCode).toBe(200)
})

test('a cached product says that it is being paid for, and no longer once it is sold', async () => {
  const shop = await openShop()
  const { read, upToDate } = await openProcess(shop.shop, shop.url, true)
  const isBeingPaid = async () => {
    await upToDate()
    return (await read('/api/products/old-cup')).page.text.includes('payingUntil')
  }
  expect(await isBeingPaid()).toBe(false)
  const { gateway } = shop.shop
  const { authorize } = gateway
  gateway.authorize = async (...request) => {
    expect(await isBeingPaid()).toBe(true)
    return authorize(...request)
  }
  await sells('old-cup')(shop)
  expect(await isBeingPaid()).toBe(false)
})
