import { and, asc, desc, eq, inArray, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { ProductCosts } from '#contract/admin/costs.ts'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import {
  type AdminProduct,
  type AdminProductPage,
  type AdminProductQuery,
  type ProductHistory,
  TRACE_AT_ONCE,
} from '#contract/admin/products.ts'
import { choiceName } from '#contract/choices.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import { notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  batchesAfter,
  COUNTED_OFF,
  nearerSlice,
  pageInfo,
  type Slice,
  sliceFromStart,
} from '#server/platform/db/pagination.ts'
import { countRows } from '#server/platform/db/row-counts.ts'
import { always, ascending, ascendingNullsFirst, bothDirections, descending } from '#server/platform/db/sorting.ts'
import { versionHash } from '#server/platform/lib/version-hash.ts'
import { products, productTrace } from '#server/shop/schema/catalog.ts'
import { settings } from '#server/shop/schema/settings.ts'
import { users } from '#server/shop/schema/users.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { inCategory, requireCategory, toCategorySlug } from './categories.ts'
import { collectionIdsOf, inCollection, requireCollection, slugIn } from './collections.ts'
import { anyChoice, choiceRow, regularPrices } from './families.ts'
import { matchesFilters } from './filters.ts'
import { hasOwnStock, isNoChoice, notDeleted } from './for-sale.ts'
import { costsColumn } from './product-costs.ts'
import { columnsOf, splitRow } from './product-hooks.ts'
import { productIds } from './product-ids.ts'
import { hadSlug, productColumns, type Row, toProduct, UUID_PATTERN } from './products.ts'
import { candidates, mostFound, type Search } from './search.ts'
import { searchesFor } from './searches.ts'
import { newestFirst } from './sort-orders.ts'
import { PRODUCT_HISTORY } from './texts.ts'

const lowStock = sql`coalesce((select ${settings.lowStock} from ${settings}), ${DEFAULT_SETTINGS.lowStock})`
const ownIsLow = sql`${hasOwnStock} and ${products.qty} <= ${lowStock}`
const isMadeAgain = sql`not ${products.draft} and not ${products.oneOfAKind}`
/** SQL condition on `products`: its own stock, or that of one of its choices, is low, and it is made again. */
export const isLow = sql<boolean>`(${isMadeAgain} and (${ownIsLow} or ${anyChoice(sql`${choiceRow.qty} <= ${lowStock}`)}))`

const adminColumns = () => ({
  ...productColumns,
  draft: products.draft,
  regularPrices,
  ...{ hsCode: products.hsCode, customsName: products.customsName, originCountry: products.originCountry },
  isLow,
  collectionIds: collectionIdsOf(products.id),
  costs: costsColumn,
  ...columnsOf('admin'),
})

/** SQL condition on `products`: nobody has said how much it weighs, or one of its choices. */
export const isUnweighed = sql`(${products.grams} is null
  and (${products.axes} is null or ${anyChoice(sql`${choiceRow.grams} is null`)}))`

const SHOW_CONDITIONS: Record<NonNullable<AdminProductQuery['show']>, SQL> = {
  draft: sql`${products.draft}`,
  // Like the next, of a list of stock: its index has all of it.
  low: sql`${isMadeAgain} and ${ownIsLow} and ${products.qty} > 0`,
  soldout: sql`${hasOwnStock} and ${products.qty} = 0 and not ${products.draft}`,
  featured: sql`${products.featured}`,
  unweighed: sql`not ${products.draft} and ${isUnweighed}`,
  undeclared: sql`not ${products.draft} and (${products.hsCode} is null or ${products.customsName} is null)`,
}

// Same expressions as the indexes, where there is one.
const ORDER: Record<NonNullable<AdminProductQuery['sort']>, SQL> = {
  newest: newestFirst,
  ...bothDirections('created', ascendingNullsFirst(products.createdAt), descending(products.id)),
  ...bothDirections('name', ascending(sql`lower(${products.name})`), ascending(products.id)),
  ...bothDirections('sku', ascending(sql`lower(${products.sku})`), ascending(products.id)),
  ...bothDirections('price', ascending(products.priceCents), ascending(products.id)),
  ...bothDirections('category', ascending(products.category), always(sql`${products.createdAt} desc, ${products.id}`)),
  ...bothDirections('qty', ascending(products.qty), ascending(products.id)),
}

/**
 * A page of all products, drafts included: newest first, or best match first for a keyword, unless `sort` is given.
 * Throws not_found for an unknown category or collection and for a page past the end.
 */
export async function adminProductPage(
  db: Db,
  query: AdminProductQuery,
  countedOff = COUNTED_OFF,
): Promise<AdminProductPage> {
  const { keyword, category, pageNumber, sort, show } = query
  const slug = toCategorySlug(category)
  const collection = query.collection ? inCollection(slugIn(query.collection), 'admins') : undefined
  const isOfStock = listsStock(query)
  const within = and(
    notDeleted,
    isOfStock ? hasOwnStock : isNoChoice,
    show && SHOW_CONDITIONS[show],
    category ? inCategory(slug) : undefined,
    collection?.where,
    matchesFilters(query),
  )
  const ways = keyword
    ? searchesFor(db, keyword, within, { rows: isOfStock ? 'stock' : 'products' })
    : [{ where: within, order: collection?.order ?? newestFirst }]
  const offset = (pageNumber - 1) * ADMIN_PAGE_SIZE
  for await (const way of ways) {
    const { where, order } = way
    const reverse = keyword || collection ? undefined : reverseOf(sort)
    const total = await countRows(db, products, where, offset)
    const slice = reverse
      ? nearerSlice(pageNumber, ADMIN_PAGE_SIZE, total, countedOff)
      : sliceFromStart(pageNumber, ADMIN_PAGE_SIZE)
    const rows =
      'queries' in way && !sort
        ? await selectRanked(db, way, slice)
        : await selectPage(db, where, { order: sort ? ORDER[sort] : order, reverse }, slice)
    if (rows.length === 0) continue
    return { products: rows.map(toAdminProduct), ...pageInfo(pageNumber, total, ADMIN_PAGE_SIZE, rows.length) }
  }
  if (category) await requireCategory(db, slug)
  if (query.collection) await requireCollection(db, slugIn(query.collection), 'admins')
  return { products: [], ...pageInfo(pageNumber, 0, ADMIN_PAGE_SIZE) }
}

/** Whether the list is about stock: each choice is then a row of its own, in place of its product. */
const listsStock = ({ show, sort }: AdminProductQuery) =>
  show === 'low' || show === 'soldout' || sort === 'qty' || sort === '-qty'

/** The exact reverse of a sort order; undefined for one that has none. */
function reverseOf(sort: AdminProductQuery['sort'] = 'newest'): SQL | undefined {
  if (sort.endsWith('category')) return undefined
  if (sort === 'newest') return ORDER.created
  const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
  return ORDER[opposite as NonNullable<AdminProductQuery['sort']>]
}

type Order = { order: SQL; reverse: SQL | undefined }

function selectPage(db: Db, where: SQL | undefined, { order, reverse }: Order, slice: Slice) {
  const inOrder = (slice.isReversed && reverse) || order
  return selectOf(db, productIds(db, { where, order: inOrder }, slice), order)
}

/** A page of what a search finds: the best matches, as visitors find them, and then all others, newest first. */
function selectRanked(db: Db, search: Search, { skip, limit }: Slice) {
  const { where, order, queries } = search
  const most = mostFound(queries)
  const best = (skip: number, limit: number) => productIds(db, { order }, { skip, limit }, candidates(search))
  if (skip < most) return selectOf(db, best(skip, limit), order)
  const others = { where: and(where, notInArray(products.id, best(0, most))), order: newestFirst }
  return selectOf(db, productIds(db, others, { skip: skip - most, limit }), newestFirst)
}

/** The products with the ids of a page, which is selected first, so that the columns are computed for these rows alone. */
const selectOf = (db: Db, ids: ReturnType<typeof productIds>, order: SQL) =>
  db.select(adminColumns()).from(products).where(inArray(products.id, ids)).orderBy(order)

/** Products per query of `allProducts`, which bounds its memory. */
const READ_AT_ONCE = 200

/**
 * All products in batches, drafts included, choices with their products: the oldest first, so that a shop that creates
 * them in this order shows its newest in the same one.
 */
export async function* allProducts(db: Db) {
  const productsAfter = (last?: { _id: string }) =>
    db
      .select(adminColumns())
      .from(products)
      .where(and(notDeleted, isNoChoice, last && comesAfter(last._id)))
      .orderBy(ORDER.created)
      .limit(READ_AT_ONCE)
  for await (const rows of batchesAfter(productsAfter)) yield rows.map(toAdminProduct)
}

/** SQL condition: the product follows that one in the order of creation. It is in one form that the index answers. */
const comesAfter = (id: string) => {
  const createdAt = sql`(select last.created_at from ${products} last where last.id = ${id})`
  return sql`(${products.createdAt} >= ${createdAt} and (${products.createdAt} > ${createdAt} or ${products.id} < ${id}))`
}

/** The products with these ids, without deleted ones. */
export async function adminProductsOf(db: Db, ids: string[]) {
  const rows = await db
    .select(adminColumns())
    .from(products)
    .where(and(inArray(products.id, ids), notDeleted))
  return rows.map(toAdminProduct)
}

/** The product or draft with that id, slug or former slug, with the latest of its history. Throws not_found. */
export async function adminProduct(db: Db, key: string): Promise<AdminProduct> {
  const slug = key.replaceAll('\0', ' ')
  const select = (isProduct: SQL) => db.select(adminColumns()).from(products).where(and(isProduct, notDeleted))
  const [now] = await select(UUID_PATTERN.test(key) ? eq(products.id, key) : eq(products.slug, slug))
  const [row] = now ? [now] : await select(hadSlug(slug))
  if (!row) throw notFound(NOT_FOUND.product)
  return { ...toAdminProduct(row), ...(await historyOf(db, row._id)) }
}

export type LockedProduct = Awaited<ReturnType<typeof lockProduct>>

/**
 * Locks the rows of a product and of its choices until the transaction ends and returns the product. Throws not_found.
 */
export async function lockProduct(tx: Db, id: string) {
  if (!UUID_PATTERN.test(id)) throw notFound(NOT_FOUND.product)
  await lockFamilies(tx, [id])
  const [row] = await tx
    .select(adminColumns())
    .from(products)
    .where(and(eq(products.id, id), notDeleted))
  if (!row) throw notFound(NOT_FOUND.product)
  return toAdminProduct(row)
}

/**
 * Locks these rows, those of their choices and those of the products that they are choices of: in the order of their
 * ids, as orders do, to avoid deadlocks.
 */
export async function lockFamilies(tx: Db, ids: string[]) {
  const { id, parentId } = products
  const parents = tx.select({ id: parentId }).from(products).where(inArray(id, ids))
  await tx
    .select({ id })
    .from(products)
    .where(and(or(inArray(id, ids), inArray(parentId, ids), inArray(id, parents)), notDeleted))
    .orderBy(asc(id))
    .for('update')
}

type Customs = Pick<typeof products.$inferSelect, 'hsCode' | 'customsName' | 'originCountry'>
type AdminRow = Row &
  Customs & {
    draft: boolean
    regularPrices: Record<string, number> | null
    isLow: boolean
    collectionIds: string[]
    costs: ProductCosts | null
  }

function toAdminProduct(adminRow: AdminRow) {
  const { draft, isLow, regularPrices, collectionIds, hsCode, customsName, originCountry, costs, ...row } = adminRow
  const origin = originCountry ? { originCountry } : {}
  const customs = { ...(hsCode && { hsCode }), ...(customsName && { customsName }), ...origin }
  const { own, added } = splitRow('admin', row)
  const inSale = regularPrices && { regularPrices }
  const product = { ...toProduct(own), ...customs, ...inSale, ...(costs && { costs }), collectionIds }
  return { ...product, ...added, draft, isLow, version: productVersion(product) }
}

/** Hash of the fields of the edit form, except the quantities: changes of quantity add up. */
function productVersion({ qty: _, createdAt: __, categoryLabel: ___, ...fields }: AdminProduct) {
  return versionHash({
    ...fields,
    images: fields.images.map(({ Location, alt, focus }) => [Location, alt, focus]),
    choices: fields.choices?.map(({ qty, ...choice }) => choice),
  })
}

/** The history of a product that is not deleted, before one of its lines. Throws not_found. */
export async function historyBefore(db: Db, productId: string, before: number): Promise<ProductHistory> {
  const isThere =
    UUID_PATTERN.test(productId) && (await db.$count(products, and(eq(products.id, productId), notDeleted))) > 0
  if (!isThere) throw notFound(NOT_FOUND.product)
  return historyOf(db, productId, before)
}

/** The latest history of the product and its choices as sentences with the user's name, latest first. */
async function historyOf(db: Db, productId: string, before?: number): Promise<ProductHistory> {
  const { id } = productTrace
  // The latest of each choice, by the index, since those of all choices are in no order.
  const latest = db
    .select()
    .from(productTrace)
    .where(and(eq(productTrace.productId, products.id), before === undefined ? undefined : lt(id, before)))
    .orderBy(desc(id))
    .limit(TRACE_AT_ONCE + 1)
    .as('latest')
  const rows = await db
    .select({
      id: latest.id,
      createdAt: latest.createdAt,
      log: latest.log,
      by: users.name,
      of: products.id,
      values: products.choice,
    })
    .from(products)
    .innerJoinLateral(latest, sql`true`)
    .leftJoin(users, eq(users.id, latest.userId))
    .where(or(eq(products.id, productId), eq(products.parentId, productId)))
    .orderBy(desc(latest.id))
    .limit(TRACE_AT_ONCE + 1)
  const lines = rows.map(({ id, createdAt, log, by, of, values }) => {
    const change = values && of !== productId ? PRODUCT_HISTORY.ofChoice(choiceName(values), log) : log
    const sentence = by === null ? change : PRODUCT_HISTORY.by(change, by)
    return { _id: String(id), createdAt: createdAt.toISOString(), log: sentence }
  })
  return { productTrace: lines.slice(0, TRACE_AT_ONCE), hasEarlierTrace: lines.length > TRACE_AT_ONCE }
}
