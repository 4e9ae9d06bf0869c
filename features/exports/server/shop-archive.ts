// The whole shop as one archive in open formats, to read or to carry elsewhere. It is not the backup (features/backups/server),
// which restores the same shop: this has no accounts' passwords, keys, payments or histories.
import { asc, isNull, sql } from 'drizzle-orm'
import { OrderFilter } from '#contract/admin/orders.ts'
import { Settings } from '#contract/admin/settings.ts'
import { dayOf } from '#contract/dates.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ArchiveFile } from '#server/platform/lib/zip.ts'
import { customersCsv } from '#server/shop/accounts/customers-file.ts'
import { allCategories } from '#server/shop/catalog/categories.ts'
import { notDeleted } from '#server/shop/catalog/for-sale.ts'
import { archivedTerms, namedGoods } from '#server/shop/coupons/archived-terms.ts'
import { deskHooks } from '#server/shop/desk/desk-hooks.ts'
import { logoFiles } from '#server/shop/look/logos.ts'
import { editedLook } from '#server/shop/look/looks.ts'
import { ordersCsv } from '#server/shop/orders/admin-orders.ts'
import { orderItemsCsv, refundsCsv } from '#server/shop/orders/order-items-file.ts'
import { collectionProducts, collections, products } from '#server/shop/schema/catalog.ts'
import { coupons } from '#server/shop/schema/coupons.ts'
import { pages } from '#server/shop/schema/text-pages.ts'
import { shopSettings, withVersion } from '#server/shop/settings/settings.ts'
import { productsArchive, storedPhoto } from './products-archive.ts'
import { SHOP_README } from './texts.ts'

type Shop = Pick<Context, 'db' | 'photos'>

/** Everything that a shop is made of, file by file. */
export async function* shopArchive(shop: Shop): AsyncGenerator<ArchiveFile> {
  const { db } = shop
  const { name, timeZone } = await shopSettings(db)
  yield { name: 'README.txt', input: SHOP_README(name, dayOf(new Date(), timeZone)) }
  for await (const file of productsArchive(shop, 'boutique-csv')) yield { ...file, name: `products/${file.name}` }
  const filter = OrderFilter.parse({})
  yield { name: 'orders/orders.csv', input: ordersCsv(db, filter) }
  yield { name: 'orders/order-items.csv', input: orderItemsCsv(db, filter) }
  yield { name: 'orders/refunds.csv', input: refundsCsv(db, {}) }
  yield { name: 'customers/customers.csv', input: customersCsv(db, {}) }
  for (const hooks of deskHooks) yield* hooks.files?.(db) ?? []
  const texts = [...(await pageFiles(db)), ...(await shopFiles(db))]
  yield* texts
  yield* namedPhotos(shop, texts)
  yield* logoOf(db)
}

type TextFile = { name: string; input: string }

/** The text pages in Markdown: what visitors read, and what waits to be published. */
async function pageFiles(db: Db): Promise<TextFile[]> {
  const rows = await db.select().from(pages).orderBy(asc(pages.position), asc(pages.slug))
  return rows.flatMap(({ slug, title, body, draftTitle, draftBody, publishedAt }) => [
    ...(publishedAt ? [{ name: `pages/${slug}.md`, input: pageText(title, body) }] : []),
    ...(publishedAt && title === draftTitle && body === draftBody
      ? []
      : [{ name: `pages/drafts/${slug}.md`, input: pageText(draftTitle, draftBody) }]),
  ])
}

const pageText = (title: string, body: string) => `# ${title}\n\n${body}\n`

/** What is said and set for the whole shop, as JSON. */
async function shopFiles(db: Db): Promise<TextFile[]> {
  const { version: _, ...settings } = Settings.encode(withVersion(await shopSettings(db)))
  const files = {
    settings,
    look: (await editedLook(db)).look,
    categories: (await allCategories(db)).map(({ label }) => label),
    collections: await collectionsOf(db),
    coupons: await couponsOf(db),
  }
  return Object.entries(files).map(([name, content]) => ({
    name: `shop/${name}.json`,
    input: `${JSON.stringify(content, null, 2)}\n`,
  }))
}

/** The collections with the addresses of their products, both in their order. */
const collectionsOf = (db: Db) =>
  db
    .select({
      ...{ name: collections.name, slug: collections.slug, text: collections.text, hidden: collections.hidden },
      photo: collections.photo,
      products: sql<string[]>`(
        select coalesce(json_agg(${products.slug} order by ${collectionProducts.position}, ${products.id}), '[]'::json)
        from ${collectionProducts} join ${products} on ${products.id} = ${collectionProducts.productId}
        where ${collectionProducts.collectionId} = ${collections.id} and ${notDeleted})`,
    })
    .from(collections)
    .orderBy(asc(collections.position), asc(collections.id))

async function couponsOf(db: Db) {
  const { code, amountCents, percentBp, notOnSale, minGoodsCents, starts, expires, draft } = coupons
  const { oneTime, maxUses, perPerson, freeShip, taxFree } = coupons
  const rows = await db
    .select({
      ...{ code, amountCents, percentBp, only: namedGoods(coupons.rule), notOnSale, minGoodsCents, starts, expires },
      ...{ oneTime, maxUses, perPerson, freeShip, taxFree, draft },
    })
    .from(coupons)
    .where(isNull(coupons.deletedAt))
    .orderBy(asc(coupons.createdAt), asc(coupons.id))
  return rows.map(archivedTerms)
}

const PHOTO_PATTERN = /\/images\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jpg/g

/** The photos that these texts show, at the addresses that they name. */
async function* namedPhotos({ photos }: Shop, texts: TextFile[]): AsyncGenerator<ArchiveFile> {
  const ids = new Set(texts.flatMap(({ input }) => Array.from(input.matchAll(PHOTO_PATTERN), ([, id = '']) => id)))
  for (const id of ids) {
    const bytes = await storedPhoto(photos, { id })
    if (bytes) yield { name: `images/${id}.jpg`, input: bytes }
  }
}

async function* logoOf(db: Db): AsyncGenerator<ArchiveFile> {
  const { mark } = (await editedLook(db)).look
  const files = mark.kind === 'logo' ? await logoFiles(db, mark.logo) : undefined
  if (files) yield { name: 'shop/logo.png', input: files.large }
}
