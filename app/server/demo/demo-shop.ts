// The demo shop in demo/: its settings, products, their photos, its collections, its coupons, its look and its past.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { Look } from '#contract/admin/look.ts'
import { money } from '#contract/codecs.ts'
import { photoLocation } from '#contract/photos.ts'
import { MakeDays } from '#contract/products.ts'
import { Question } from '#contract/questions.ts'
import { DEMO_LOOK } from '#features/own-shop/server/demo-look.ts'
import { DEMO_LOCK, recordDemoRows } from '#features/own-shop/server/demo-rows.ts'
import { DEMO_SETTINGS } from '#features/own-shop/server/demo-settings.ts'
import type { Database, Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { addPhoto, type Photo } from '#server/platform/media/photos.ts'
import type { PhotoStore } from '#server/platform/media/store.ts'
import { hashPassword, randomPassword } from '#server/shop/accounts/passwords.ts'
import { slugOf } from '#server/shop/catalog/slugs.ts'
import { changeStock, moveStock, traceProducts } from '#server/shop/catalog/stock.ts'
import { DEFAULT_LOOK } from '#server/shop/look/looks.ts'
import { recordTakenPayments } from '#server/shop/payments/simulator/backfill.ts'
import { collectionProducts, collections, images, products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { looks } from '#server/shop/schema/look.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { insertSettings } from '#server/shop/settings/settings.ts'
import { pageFile } from '#server/shop/text-pages/starting-texts.ts'
import { addCategories, CATEGORIES } from './categories.ts'
import { insertDemoCosts } from './demo-costs.ts'
import { insertDemoOrders } from './demo-orders.ts'
import { DemoReviews, insertDemoReviews } from './demo-reviews.ts'
import { isOpened } from './fill-new-shop.ts'
import { DemoOrders } from './order-facts.ts'

const demo = new URL('../../../demo/', import.meta.url)
const HOUR = 3_600_000
/** How long ago the newest of the demo products was made: before the first of its orders. */
const NEWEST_HOURS = 95 * 24
/** The text pages, in their order, and the photo of the first. */
const PAGES = ['about', 'shipping', 'returns', 'care', 'privacy', 'terms']
const PAGE_PHOTO = 'maker.jpg'

/** A choice; `photo` is the place of its photo among those of the product. */
const DemoChoice = z.object({
  values: z.array(z.string()),
  sku: z.string(),
  price: money,
  qty: z.int().min(0),
  photo: z.int().min(0).optional(),
})
type DemoChoice = z.infer<typeof DemoChoice>

/** A photo in demo/photos/, and what it shows for those who do not see it. */
const DemoPhoto = z.object({ file: z.string(), alt: z.string().min(1) })

const DemoProduct = z.object({
  sku: z.string(),
  name: z.string(),
  price: money,
  qty: z.int().min(0),
  description: z.string(),
  category: z.enum(CATEGORIES),
  images: z.array(DemoPhoto),
  color: z.string(),
  slug: z.string(),
  featured: z.boolean(),
  oneOfAKind: z.boolean().default(false),
  materials: z.string().default(''),
  size: z.string().default(''),
  weight: z.string().default(''),
  care: z.string().default(''),
  edition: z.string().default(''),
  axes: z.array(z.string()).optional(),
  choices: z.array(DemoChoice).default([]),
  makeDays: MakeDays.optional(),
  asks: z.array(Question).optional(),
})
type DemoProduct = z.infer<typeof DemoProduct>

/** A collection, with the slugs of its products. */
const DemoCollection = z.object({ name: z.string(), text: z.string(), products: z.array(z.string()) })
type DemoCollection = z.infer<typeof DemoCollection>

/**
 * Fills a shop that never had a product, and is not its owner's own, with the demo catalog, and leaves any other
 * alone. Inserts all rows or none, those of the simulated card service among them, and only once when several processes
 * start at once. Calls `report` with its progress.
 * `withOrders` brings a past of three months: orders, what they cost, and reviews.
 */
export async function fillDemoShop(
  db: Database,
  photos: PhotoStore,
  report: (line: string) => void,
  { withOrders = true } = {},
) {
  if (await isOpened(db)) return
  const catalogue = z.array(DemoProduct).parse(await demoFile('catalogue.json'))
  const wantedCollections = z.array(DemoCollection).parse(await demoFile('collections.json'))
  const past = withOrders ? await readPast() : undefined
  const names = [...catalogue.flatMap((product) => product.images.map(({ file }) => file)), PAGE_PHOTO]
  report(`Filling the shop with ${catalogue.length} demo products and ${names.length} photos`)
  const [photosByName, texts] = await Promise.all([
    storePhotos(photos, names),
    Promise.all(PAGES.map((slug) => readFile(new URL(`pages/${slug}.md`, demo), 'utf8'))),
  ])
  const hero = await storePhoto(photos, 'hero.jpg')
  await db.transaction(async (tx) => {
    // Another process may be filling the shop, which takes longer than a request may wait.
    await tx.execute(sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '60s', true)`)
    await holdLock(tx, DEMO_LOCK)
    if (await isOpened(tx)) return
    await insertSettings(tx, DEMO_SETTINGS)
    await addCategories(tx)
    await insertProducts(tx, mixCategories(catalogue), photosByName)
    const collectionIds = await insertCollections(tx, wantedCollections)
    const story = photosByName.get(PAGE_PHOTO)
    const pageSlugs = await insertPages(tx, texts, story)
    await insertLook(tx, hero, story)
    const couponRows = demoCoupons(new Date())
    const newCoupons = await tx.insert(coupons).values(couponRows).onConflictDoNothing().returning({ id: coupons.id })
    const orderIds = past ? await insertPast(tx, past) : []
    await recordDemoRows(tx, {
      categories: CATEGORIES,
      coupons: newCoupons.map(({ id }) => id),
      collections: collectionIds,
      pages: pageSlugs,
      orders: orderIds,
      photos: [hero, ...(story ? [story] : [])].map(({ id }) => id),
    })
    if (past) await recordTakenPayments(tx)
  })
}

type Past = Awaited<ReturnType<typeof readPast>>

const readPast = async () => ({
  orders: DemoOrders.parse(await demoFile('orders.json')),
  reviews: DemoReviews.parse(await demoFile('reviews.json')),
  // Of accounts as which nobody signs in. Hashing is slow on purpose, so it comes before the transaction.
  passwordHash: await hashPassword(randomPassword()),
})

/** Inserts what the products cost, the orders and the reviews. Returns the ids of the orders. */
async function insertPast(tx: Db, { orders, reviews, passwordHash }: Past) {
  const now = Date.now()
  await insertDemoCosts(tx)
  await insertDemoReviews(tx, reviews, now)
  return insertDemoOrders(tx, orders, { passwordHash, now })
}

/** One coupon of each kind. The only one with an expiry date is valid until the end of a summer to come. */
function demoCoupons(today: Date) {
  const year = today.getUTCFullYear() + (today.getUTCMonth() < 8 ? 0 : 1)
  return [
    { code: 'WELCOME5', amountCents: 500 },
    { code: 'SHIPFREE', freeShip: true },
    { code: 'ONCE10', amountCents: 1000, oneTime: true },
    { code: `SUMMER${year % 100}`, amountCents: 200, expires: `${year}-08-31` },
  ].map((coupon) => ({ ...coupon, draft: false }))
}

const demoFile = async (name: string): Promise<unknown> => JSON.parse(await readFile(new URL(name, demo), 'utf8'))

const demoPhoto = (name: string) => readFile(new URL(`photos/${name}`, demo))

/** Stores the photos, two at a time. The ids follow from the content, so a start that was killed can be repeated. */
async function storePhotos(store: PhotoStore, names: string[]) {
  const storedPhotos = await pLimit(2).map(names, async (name) => [name, await storePhoto(store, name)] as const)
  return new Map(storedPhotos)
}

async function storePhoto(store: PhotoStore, name: string) {
  const bytes = await demoPhoto(name)
  return addPhoto(store, bytes, idOf(name, bytes))
}

/** Publishes the look of the demo, whose photos are its own. */
async function insertLook(tx: Db, hero: Photo, story: Photo | undefined) {
  await tx.insert(images).values(hero).onConflictDoNothing()
  const photo = ({ id, width, height, placeholder }: Photo) => ({
    Location: photoLocation(id),
    width,
    height,
    placeholder,
  })
  const look: Look = {
    ...DEFAULT_LOOK,
    mark: { kind: 'flower' },
    hero: {
      ...DEFAULT_LOOK.hero,
      photo: { ...photo(hero), ...DEMO_LOOK.hero },
      line: DEMO_LOOK.line,
    },
    storyPhoto: story ? { ...photo(story), ...DEMO_LOOK.story } : null,
  }
  await tx.insert(looks).values({ look, publishedAt: new Date() })
}

/** Id of a photo from a hash of its bytes, as a UUID of version 8. */
function idOf(name: string, bytes: Buffer) {
  const hex = createHash('sha256').update(name).update(bytes).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** The products with the categories alternating, so that the newest ones are not all of one category. */
function mixCategories(catalogue: DemoProduct[]) {
  const byCategory = Map.groupBy(catalogue, ({ category }) => category)
  const placeInCategory = new Map(
    [...byCategory.values()].flatMap((list) => list.map((product, index) => [product, index] as const)),
  )
  const turnOf = (product: DemoProduct) => placeInCategory.get(product) ?? 0
  return catalogue.toSorted((a, b) => turnOf(a) - turnOf(b))
}

async function insertProducts(tx: Db, catalogue: DemoProduct[], photosByName: Map<string, Photo>) {
  const now = Date.now()
  for (const [index, { images: demoPhotos, price, qty, choices, makeDays, ...fields }] of catalogue.entries()) {
    const createdAt = new Date(now - (NEWEST_HOURS + index * 9) * HOUR)
    const days = makeDays && { makeDaysMin: makeDays.min, makeDaysMax: makeDays.max }
    const values = { ...fields, ...days, priceCents: price, qty: 0, createdAt }
    const row = onlyRow(await tx.insert(products).values(values).returning({ id: products.id }))
    if (qty > 0) await changeStock(tx, { productId: row.id, delta: qty, reason: 'created' })
    await traceProducts(tx, { productId: row.id, log: `Created with ${stockOf(qty, choices)} in stock.` })
    const photos = demoPhotos.flatMap(({ file, alt }) => {
      const photo = photosByName.get(file)
      return photo ? { ...photo, alt } : []
    })
    const photoRows = photos.map((photo, position) => ({ ...photo, position, productId: row.id }))
    if (photos.length > 0) await tx.insert(images).values(photoRows)
    if (choices.length > 0) await insertChoices(tx, { ...fields, id: row.id, createdAt, photos }, choices)
  }
}

type Parent = Pick<DemoProduct, 'slug' | 'category'> & { id: string; createdAt: Date; photos: Photo[] }

/** Inserts the choices of a product, with their stock. The database gives them their names. */
async function insertChoices(tx: Db, { id, slug, category, createdAt, photos }: Parent, choices: DemoChoice[]) {
  const values = choices.map(({ values: choice, sku, price, photo }, position) => ({
    ...{ parentId: id, position, choice, sku, priceCents: price, qty: 0, name: '', category, createdAt },
    slug: slugOf(`${slug} ${choice.join(' ')}`),
    photoId: photos[photo ?? -1]?.id ?? null,
  }))
  const rows = await tx.insert(products).values(values).returning({ id: products.id, sku: products.sku })
  const stock = new Map(choices.map(({ sku, qty }) => [sku, qty]))
  const movements = rows.map(({ id: productId, sku }) => ({ productId, delta: stock.get(sku) ?? 0 }))
  const additions = movements.filter(({ delta }) => delta > 0)
  await moveStock(tx, additions, { reason: 'created' })
}

/** The stock of a product and its choices. */
const stockOf = (qty: number, choices: DemoChoice[]) => choices.reduce((total, choice) => total + choice.qty, qty)

/** Inserts the collections and returns their ids. */
async function insertCollections(tx: Db, demoCollections: DemoCollection[]) {
  const rows = demoCollections.map(({ name, text }, position) => ({ name, text, slug: slugOf(name), position }))
  const newCollections = await tx.insert(collections).values(rows).returning({ id: collections.id })
  const ids = new Map(
    (await tx.select({ id: products.id, slug: products.slug }).from(products)).map((row) => [row.slug, row.id]),
  )
  const members = demoCollections.flatMap(({ products: slugs }, index) =>
    slugs.map((slug, position) => {
      const [collectionId, productId] = [newCollections[index]?.id, ids.get(slug)]
      if (!collectionId || !productId) throw new Error(`The demo has no product ${slug}.`)
      return { collectionId, productId, position }
    }),
  )
  await tx.insert(collectionProducts).values(members)
  return newCollections.map(({ id }) => id)
}

/** Publishes the text pages and returns their slugs; the one that shows the photo gets it. */
async function insertPages(tx: Db, texts: string[], photo: Photo | undefined) {
  const location = photoLocation(photo?.id ?? '')
  const rows = texts.map((text, position) => {
    const { title, body } = pageFile(text.replace(photoLocation('maker'), location))
    const draft = { draftTitle: title, draftBody: body }
    return { slug: PAGES[position] ?? '', title, body, ...draft, position, publishedAt: new Date() }
  })
  const newPages = await tx.insert(pages).values(rows).onConflictDoNothing().returning({ slug: pages.slug })
  const pageWithPhoto = rows.find(({ body }) => body.includes(location))
  if (photo && pageWithPhoto) await tx.insert(images).values({ ...photo, pageSlug: pageWithPhoto.slug })
  return newPages.map(({ slug }) => slug)
}
