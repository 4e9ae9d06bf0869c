import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  ONE_OF_A_KIND_MAX,
  type ProductChange,
  type ProductChanges,
  type ProductsChanged,
  QUANTITY_MAX,
} from '#contract/admin/products.ts'
import { formatDollars } from '#contract/money.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { lockFamilies } from './admin-products.ts'
import { lockCategory } from './categories.ts'
import { addProducts, lockCollections, removeProducts } from './collection-members.ts'
import { notDeleted } from './for-sale.ts'
import { comingRefusal, isComing } from './product-hooks.ts'
import { pricesSetTo, regularPrice } from './regular-prices.ts'
import { requireChoices } from './save-choices.ts'
import { type HistoryEntry, heldQuantities, moveStock, traceProducts } from './stock.ts'
import { BULK_EDITS, PRODUCT_HISTORY, PRODUCT_PARTS } from './texts.ts'

const PRICE_MAX_CENTS = 100_000_000

/**
 * Applies one change to several products, all or none, and records it in the history of each. Throws not_found for a
 * missing product, stock_too_low, product_refused for an invalid price, quantity, category or collection, and
 * collection_refused for a collection that is full.
 */
export function changeProducts(db: Db, { ids, change }: ProductChanges, userId: string): Promise<ProductsChanged> {
  return db.transaction(async (tx) => {
    const lockedRows = await lockProducts(tx, [...new Set(ids)])
    const rows = await rowsToChange(tx, lockedRows, change)
    const logs = await applyChange(tx, rows, change, userId)
    await traceProducts(tx, ...logs.map((entry) => ({ ...entry, userId })))
    const products = new Map(rows.map(({ id, parentId }) => [id, parentId ?? id]))
    const changedCount = new Set(logs.map(({ productId }) => products.get(productId))).size
    return { changed: changedCount, message: BULK_EDITS.done(changedPart(change), changedCount) }
  })
}

type ChosenProducts = Awaited<ReturnType<typeof lockProducts>>

/** Locks the products with their families, and returns their rows. Throws not_found for a missing product. */
async function lockProducts(tx: Db, ids: string[]) {
  await lockFamilies(tx, ids)
  const rows = await rowsOf(tx, inArray(products.id, ids))
  if (rows.length < ids.length) throw notFound(NOT_FOUND.selectedProduct)
  return rows
}

function rowsOf(tx: Db, which: SQL) {
  const { id, parentId, axes, name, category, qty, oneOfAKind, featured, draft } = products
  return tx
    .select({
      id,
      parentId,
      axes,
      name,
      price: regularPrice,
      category,
      qty,
      oneOfAKind,
      featured,
      draft,
      isComing: isComing(),
    })
    .from(products)
    .where(and(which, notDeleted))
    .orderBy(asc(id))
}

/**
 * The rows that a change of these is made in: for price and stock the choices of a product, else the product of a
 * choice.
 */
async function rowsToChange(tx: Db, rows: ChosenProducts, change: ProductChange): Promise<ChosenProducts> {
  const isOfChoices = 'percent' in change || 'amount' in change || 'stock' in change
  const others = isOfChoices
    ? rows.flatMap(({ id, axes }) => (axes ? [id] : []))
    : rows.flatMap(({ parentId }) => parentId ?? [])
  if (others.length === 0) return rows
  const relatives = await rowsOf(tx, inArray(isOfChoices ? products.parentId : products.id, others))
  const withoutFamily = rows.filter(({ axes, parentId }) => (isOfChoices ? axes : parentId) === null)
  return [...new Map([...withoutFamily, ...relatives].map((row) => [row.id, row])).values()]
}

/** Writes the change; returns a history entry for each product that it changed. */
function applyChange(tx: Db, rows: ChosenProducts, change: ProductChange, userId: string): Promise<HistoryEntry[]> {
  if ('category' in change) return moveToCategory(tx, rows, change.category)
  if ('stock' in change) return addStock(tx, rows, change.stock, userId)
  if ('featured' in change) return setFeatured(tx, rows, change.featured)
  if ('hidden' in change) return setHidden(tx, rows, change.hidden)
  if ('addTo' in change || 'removeFrom' in change) return setCollected(tx, rows, change)
  return setPrices(tx, rows, (price) =>
    'percent' in change ? Math.round((price * (100 + change.percent)) / 100) : price + change.amount,
  )
}

function changedPart(change: ProductChange) {
  if ('featured' in change || 'hidden' in change) return PRODUCT_PARTS.visibility
  if ('addTo' in change || 'removeFrom' in change) return PRODUCT_PARTS.collections
  return 'category' in change ? PRODUCT_PARTS.category : 'stock' in change ? PRODUCT_PARTS.stock : PRODUCT_PARTS.price
}

async function moveToCategory(tx: Db, rows: ChosenProducts, slug: string) {
  const category = await lockCategory(tx, slug)
  const moving = rows.filter((product) => product.category !== category)
  const ids = moving.map(({ id }) => id)
  if (ids.length > 0)
    await tx.update(products).set({ category, updatedAt: sql`now()` }).where(inArray(products.id, ids))
  return moving.map((product) => ({
    productId: product.id,
    log: PRODUCT_HISTORY.edited(PRODUCT_PARTS.category, product.category, category),
  }))
}

async function setCollected(tx: Db, rows: ChosenProducts, change: { addTo: string } | { removeFrom: string }) {
  const ids = rows.map(({ id }) => id)
  if ('addTo' in change) return addProducts(tx, onlyRow(await lockCollections(tx, [change.addTo], 'change.addTo')), ids)
  return removeProducts(tx, onlyRow(await lockCollections(tx, [change.removeFrom], 'change.removeFrom')), ids)
}

async function addStock(tx: Db, rows: ChosenProducts, pieces: number, userId: string) {
  if (pieces === 0) return []
  const full = rows.find(({ qty }) => qty + pieces > QUANTITY_MAX)
  if (full)
    throw changeError('product_refused', 'stock', BULK_EDITS.tooMany(full.name, QUANTITY_MAX.toLocaleString('en-US')))
  const short = rows.filter(({ qty }) => qty + pieces < 0).map(({ name, qty }) => BULK_EDITS.left(name, qty))
  if (short.length > 0) throw changeError('stock_too_low', 'stock', BULK_EDITS.tooFew(short.join(', ')))
  await requireOneOfAKind(tx, rows, pieces)
  const movements = rows.map(({ id }) => ({ productId: id, delta: pieces }))
  await moveStock(tx, movements, { reason: 'edited', userId })
  return rows.map(({ id, qty }) => ({
    productId: id,
    log: PRODUCT_HISTORY.edited(PRODUCT_PARTS.stock, qty, qty + pieces),
  }))
}

/** Throws product_refused when a one-of-a-kind product would have more than one unit, held units included. */
async function requireOneOfAKind(tx: Db, rows: ChosenProducts, delta: number) {
  const heldUnits = await heldQuantities(
    tx,
    rows.map(({ id }) => id),
  )
  const excess = rows.filter(
    ({ id, qty, oneOfAKind }) => oneOfAKind && delta > 0 && qty + delta + (heldUnits.get(id) ?? 0) > ONE_OF_A_KIND_MAX,
  )
  const names = excess.map(({ name }) => name).join(', ')
  if (names) throw changeError('product_refused', 'stock', BULK_EDITS.oneOfAKind(names))
}

async function setPrices(tx: Db, rows: ChosenProducts, priceAfter: (price: number) => number) {
  const pricedRows = rows.map((product) => ({ ...product, after: priceAfter(product.price) }))
  const wrong = pricedRows.find(({ after }) => after < 0 || after > PRICE_MAX_CENTS)
  if (wrong)
    throw changeError('product_refused', 'amount', BULK_EDITS.priceOutOfRange(wrong.name, formatDollars(wrong.price)))
  const moving = pricedRows.filter(({ price, after }) => price !== after)
  const ids = sql.param(moving.map(({ id }) => id))
  const prices = sql.param(moving.map(({ after }) => after))
  await tx
    .update(products)
    .set({ ...pricesSetTo(sql`wanted.price`), updatedAt: sql`now()` })
    .from(sql`unnest(${ids}::uuid[], ${prices}::int[]) as wanted (id, price)`)
    .where(eq(products.id, sql`wanted.id`))
  return moving.map(({ id, price, after }) => ({
    productId: id,
    log: PRODUCT_HISTORY.edited(PRODUCT_PARTS.price, formatDollars(price), formatDollars(after)),
  }))
}

async function setFeatured(tx: Db, rows: ChosenProducts, featured: boolean) {
  const log = featured ? PRODUCT_HISTORY.featured : PRODUCT_HISTORY.notFeatured
  return setFlag(
    tx,
    rows.filter((product) => product.featured !== featured),
    { featured },
    log,
  )
}

/** Makes products drafts, or puts drafts on sale. Throws product_refused for one without a price, or that a feature will put on sale. */
async function setHidden(tx: Db, rows: ChosenProducts, draft: boolean) {
  const moving = rows.filter((product) => product.draft !== draft)
  const namesWithoutPrice = draft ? [] : moving.filter(({ price }) => price === 0).map(({ name }) => name)
  if (namesWithoutPrice.length > 0)
    throw changeError('product_refused', 'hidden', BULK_EDITS.unpriced(namesWithoutPrice.join(', ')))
  const waiting = draft ? [] : moving.filter((product) => product.isComing).map(({ name }) => name)
  if (waiting.length > 0) throw changeError('product_refused', 'hidden', comingRefusal(waiting.join(', ')))
  return setFlag(tx, moving, { draft }, draft ? PRODUCT_HISTORY.hidden : PRODUCT_HISTORY.onSale)
}

async function setFlag(tx: Db, moving: ChosenProducts, flag: { featured: boolean } | { draft: boolean }, log: string) {
  const ids = moving.map(({ id }) => id)
  if (ids.length > 0)
    await tx
      .update(products)
      .set({ ...flag, updatedAt: sql`now()` })
      .where(inArray(products.id, ids))
  return ids.map((productId) => ({ productId, log }))
}

/** Deletes several products, all or none; orders keep their items. Throws not_found for a missing one. */
export function deleteProducts(db: Db, ids: string[], userId: string): Promise<ProductsChanged> {
  return db.transaction(async (tx) => {
    const lockedIds = (await lockProducts(tx, [...new Set(ids)])).map(({ id }) => id)
    await tx.update(products).set({ deletedAt: sql`now()` }).where(inArray(products.id, lockedIds))
    await requireChoices(tx, lockedIds)
    await traceProducts(tx, ...lockedIds.map((productId) => ({ productId, log: PRODUCT_HISTORY.deleted, userId })))
    return { changed: lockedIds.length, message: BULK_EDITS.deleted(lockedIds.length) }
  })
}

const changeError = (code: 'product_refused' | 'stock_too_low', field: string, message: string) =>
  new AppError(code, message, { issues: [{ path: `change.${field}`, message }] })
