import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SellersProduct, SellersProductPage, SellersProductQuery } from '#contract/admin/products.ts'
import { DEFAULT_SETTINGS } from '#contract/defaults.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import type { Db } from '../db/client.ts'
import { pageInfo } from '../db/pagination.ts'
import { products, productTrace, users } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { versionHash } from '../lib/version-hash.ts'
import { PRODUCT_HISTORY } from '../texts/catalog.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { calledSlug, inCategory, requireCategory } from './categories.ts'
import { narrowing } from './filters.ts'
import { notDeleted } from './for-sale.ts'
import { columns, newest, onceCalled, type Row, toProduct, UUID } from './products.ts'
import { searchesFor } from './search.ts'

const isLow = sql<boolean>`(not products.draft and not products.one_of_a_kind
  and products.qty <= coalesce((select low_stock from settings), ${DEFAULT_SETTINGS.lowStock}))`

const sellersColumns = { ...columns, draft: products.draft, isLow }

const SHOWN: Record<NonNullable<SellersProductQuery['show']>, SQL> = {
  draft: sql`products.draft`,
  low: sql`${isLow} and products.qty > 0`,
  soldout: sql`products.qty = 0 and not products.draft`,
  featured: sql`products.featured`,
}

// As the indexes have it, where there is one.
const ORDER: Record<NonNullable<SellersProductQuery['sort']>, SQL> = {
  newest,
  created: sql`products.created_at nulls first, products.id desc`,
  '-created': newest,
  name: sql`lower(products.name), products.id`,
  '-name': sql`lower(products.name) desc, products.id desc`,
  sku: sql`lower(products.sku), products.id`,
  '-sku': sql`lower(products.sku) desc, products.id desc`,
  price: sql`products.price_cents, products.id`,
  '-price': sql`products.price_cents desc, products.id desc`,
  category: sql`products.category, products.created_at desc, products.id`,
  '-category': sql`products.category desc, products.created_at desc, products.id`,
  qty: sql`products.qty, products.id`,
  '-qty': sql`products.qty desc, products.id desc`,
}

/**
 * A page of the seller's products, drafts among them, newest first unless it is asked otherwise; what a keyword finds
 * comes best first. Throws not_found for an unknown category and for a page past the end.
 */
export async function sellersPage(db: Db, query: SellersProductQuery): Promise<SellersProductPage> {
  const { keyword, category, pageNumber, sort, show } = query
  const slug = calledSlug(category)
  const within = and(notDeleted, show && SHOWN[show], category ? inCategory(slug) : undefined, narrowing(query))
  const ways = keyword ? searchesFor(keyword, within) : [{ where: within, order: newest }]
  const offset = (pageNumber - 1) * ADMIN_PAGE_SIZE
  for (const { where, order } of ways) {
    const rows = await pageOf(db, where, sort ? ORDER[sort] : order, offset)
    if (rows.length === 0) continue
    return { products: rows.map(toSellersProduct), ...pageInfo(pageNumber, rows[0]?.total ?? 0, ADMIN_PAGE_SIZE) }
  }
  if (category) await requireCategory(db, slug)
  return { products: [], ...pageInfo(pageNumber, 0, ADMIN_PAGE_SIZE) }
}

function pageOf(db: Db, where: SQL | undefined, order: SQL, offset: number) {
  return db
    .select({ ...sellersColumns, total: sql<number>`(select count(*)::int from products where ${where})` })
    .from(products)
    .where(where)
    .orderBy(order)
    .limit(ADMIN_PAGE_SIZE)
    .offset(offset)
}

/** All of the seller's products in a list, by SKU. */
export async function allProducts(db: Db) {
  const rows = await db.select(sellersColumns).from(products).where(notDeleted).orderBy(ORDER.sku)
  return rows.map(toSellersProduct)
}

/** The product with that id or slug as an admin sees it, a draft too, with its history. Throws not_found. */
export async function sellersProduct(db: Db, key: string): Promise<SellersProduct> {
  const slug = key.replaceAll('\0', ' ')
  const those = (called: SQL) => db.select(sellersColumns).from(products).where(and(called, notDeleted))
  const [now] = await those(UUID.test(key) ? eq(products.id, key) : eq(products.slug, slug))
  const [row] = now ? [now] : await those(onceCalled(slug))
  if (!row) throw notFound(NOT_FOUND.product)
  return { ...toSellersProduct(row), productTrace: await traceOf(db, row._id) }
}

/** The product with that id; nobody else changes it until the transaction ends. Throws not_found. */
export async function lockedProduct(tx: Db, id: string) {
  if (!UUID.test(id)) throw notFound(NOT_FOUND.product)
  const [row] = await tx
    .select(sellersColumns)
    .from(products)
    .where(and(eq(products.id, id), notDeleted))
    .for('update', { of: products })
  if (!row) throw notFound(NOT_FOUND.product)
  return toSellersProduct(row)
}

function toSellersProduct({
  draft,
  isLow,
  total: _,
  ...row
}: Row & { draft: boolean; isLow: boolean; total?: number }) {
  const product = toProduct(row)
  return { ...product, draft, isLow, version: productVersion(product) }
}

/** Another word when anything has changed that a form shows; not for stock, whose changes add up. */
function productVersion({ qty: _, createdAt: __, categoryLabel: ___, ...shown }: SellersProduct) {
  return versionHash({ ...shown, images: shown.images.map(({ Location, alt }) => [Location, alt]) })
}

/** What happened to the product, in sentences with who did it, the latest first. */
async function traceOf(db: Db, productId: string) {
  const rows = await db
    .select({ id: productTrace.id, createdAt: productTrace.createdAt, log: productTrace.log, by: users.name })
    .from(productTrace)
    .leftJoin(users, eq(users.id, productTrace.userId))
    .where(eq(productTrace.productId, productId))
    .orderBy(sql`${productTrace.id} desc`)
  return rows.map(({ id, createdAt, log, by }) => ({
    _id: String(id),
    createdAt: createdAt.toISOString(),
    log: by === null ? log : PRODUCT_HISTORY.by(log, by),
  }))
}
