// The feed of the newest products.
import { sql } from 'drizzle-orm'
import { paragraphsOf } from '#contract/descriptions.ts'
import { formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { html } from '#server/platform/outbox/markup.ts'
import { ATOM, atomFeed } from '#server/platform/xml/atom.ts'
import { inStock } from '#server/shop/catalog/filters.ts'
import { inLists } from '#server/shop/catalog/for-sale.ts'
import { productJson, toRead } from '#server/shop/catalog/products.ts'
import { newestFirst } from '#server/shop/catalog/sort-orders.ts'
import type { PublicFile } from '#server/shop/public-files.ts'
import { CATALOG, CATEGORIES } from '#server/shop/public-tags.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { NEW_FEED_PATH } from '../paths.ts'
import { NEWEST } from './texts.ts'

/** Enough for a program that looks once a week. */
const MOST_ENTRIES = 30

export const newFeed: PublicFile = {
  path: NEW_FEED_PATH,
  type: ATOM,
  async make({ db, shop, shopUrl }) {
    const newest = await newestProducts(db)
    const text = atomFeed({
      url: `${shopUrl}/shop`,
      self: `${shopUrl}${NEW_FEED_PATH}`,
      title: NEWEST.title(shop.name),
      author: shop.name,
      entries: newest.map(({ product, updatedAt }) => ({
        url: `${shopUrl}/products/${product.slug}`,
        title: product.name,
        publishedAt: product.createdAt,
        updatedAt: updatedAt.toISOString(),
        content: contentOf(product, shopUrl),
      })),
    })
    return { text, tags: [CATALOG, CATEGORIES] }
  },
}

/** The newest products that can be bought. */
async function newestProducts(db: Db) {
  const rows = await db
    .select({ product: productJson, updatedAt: products.updatedAt })
    .from(products)
    .where(sql`${inLists} and ${inStock}`)
    .orderBy(newestFirst)
    .limit(MOST_ENTRIES)
  return rows.map((row) => ({ product: toRead(row), updatedAt: row.updatedAt }))
}

function contentOf({ price, priceMax = price, description, images: [photo] }: Product, shopUrl: string) {
  const { Location = '', alt = '', width = 0, height = 0 } = photo ?? {}
  const image = html`<p><img src="${shopUrl}${Location}" alt="${alt}" width="${width}" height="${height}"></p>`
  const prices = [...new Set([price, priceMax])].map(formatDollars).join(' – ')
  return html`${photo ? image : ''}<p>${prices}</p>${paragraphsOf(description).map((line) => html`<p>${line}</p>`)}`
}
