import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { PRODUCT_FIELDS } from '#contract/admin/messages.ts'
import {
  DRAFT_NAME,
  MOST_OF_A_KIND,
  MOST_PIECES,
  type ProductUpdate,
  type SellersProduct,
} from '#contract/admin/products.ts'
import { formatDollars } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import { categories, products } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { PRODUCT_HISTORY, PRODUCT_PARTS, PRODUCTS } from '../texts/catalog.ts'
import { NOT_FOUND } from '../texts/requests.ts'
import { lockedProduct, sellersProduct } from './admin-products.ts'
import { categoryCalled } from './categories.ts'
import { cleanDescription } from './descriptions.ts'
import { notDeleted } from './for-sale.ts'
import { showPhotographs } from './product-photos.ts'
import { UUID } from './products.ts'
import { freeSlug, wishedSlug } from './slugs.ts'
import { changeStock, heldPieces, traceProducts } from './stock.ts'

/** A new draft with placeholders for what it has to have. Throws category_missing in a shop without any. */
export function createProduct(db: Db, userId: string): Promise<SellersProduct> {
  return db.transaction(async (tx) => {
    const [first] = await tx.select().from(categories).orderBy(categories.position, categories.name).limit(1)
    if (!first) throw new AppError('category_missing', PRODUCTS.needsCategory)
    const fields = { sku: '', name: DRAFT_NAME, priceCents: 0, qty: 0, category: first.name, draft: true }
    const [row] = await tx
      .insert(products)
      .values({ ...fields, slug: `${DRAFT_SLUG}${randomBytes(6).toString('hex')}` })
      .returning({ id: products.id })
    if (!row) throw new Error('The draft was not inserted.')
    await traceProducts(tx, { productId: row.id, log: PRODUCT_HISTORY.created, userId })
    return sellersProduct(tx, row.id)
  })
}

const DRAFT_SLUG = 'new-product-'

/**
 * Saves an edit, all of it or nothing; two who save at once do so one after the other. A draft is on sale from the first
 * edit that has a name, a price and a category. Throws not_found; product_changed when `version` is not that of now;
 * stock_too_low; product_refused with what is wrong at which field.
 */
export function updateProduct(db: Db, id: string, edit: ProductUpdate, userId: string): Promise<SellersProduct> {
  return db.transaction(async (tx) => {
    const before = await lockedProduct(tx, id)
    if (edit.version !== undefined && edit.version !== before.version) throw changedMeanwhile()
    const after = await fieldsAfter(tx, before, edit)
    if (edit.images && isOtherThan(before.images, edit.images)) await showPhotographs(tx, id, edit.images)
    if (after.oneOfAKind) await requireOnlyOne(tx, before, edit)
    const { price, ...columns } = after
    const save = () =>
      tx
        .update(products)
        .set({ ...columns, priceCents: price, updatedAt: sql`now()` })
        .where(eq(products.id, id))
    // The database allows a second piece only before the mark is set, or after it is gone.
    if (!after.oneOfAKind) await save()
    const moved = await moveQty(tx, before, edit, userId)
    if (after.oneOfAKind) await save()
    const logs = [...sentencesOn(before, after), ...moved]
    await traceProducts(tx, ...logs.map((log) => ({ productId: id, log, userId })))
    return sellersProduct(tx, id)
  })
}

type Before = Awaited<ReturnType<typeof lockedProduct>>
type After = Awaited<ReturnType<typeof fieldsAfter>>

const changedMeanwhile = () => new AppError('product_changed', PRODUCTS.changedMeanwhile)

/** What the product's own row is to say. */
async function fieldsAfter(tx: Db, before: Before, edit: ProductUpdate) {
  const { sku, name, price, color, featured, oneOfAKind } = before
  const isComplete = edit.name !== undefined && edit.category !== undefined && (edit.price ?? 0) > 0
  return {
    sku: edit.sku ?? sku,
    name: edit.name ?? name,
    price: edit.price ?? price,
    color: edit.color ?? color,
    featured: edit.featured ?? featured,
    oneOfAKind: edit.oneOfAKind ?? oneOfAKind,
    description: edit.description === undefined ? before.description : cleanDescription(edit.description),
    category: edit.category === undefined ? before.category : await categoryCalled(tx, edit.category),
    slug: await slugAfter(tx, before, edit),
    draft: before.draft && !isComplete,
  }
}

/** As it was, as it is wished, or made from the name: when it is left empty, and when a draft has got a name. */
async function slugAfter(tx: Db, before: Before, { slug, name = before.name }: ProductUpdate) {
  if (slug === before.slug) return slug
  if (slug) return wishedSlug(tx, slug, before._id)
  const isPlaceholder = before.draft && before.slug.startsWith(DRAFT_SLUG)
  if (slug === undefined && !(isPlaceholder && name !== DRAFT_NAME)) return before.slug
  return freeSlug(tx, name, before._id)
}

const isOtherThan = (shown: Before['images'], wanted: NonNullable<ProductUpdate['images']>) =>
  shown.length !== wanted.length ||
  shown.some(({ Location, alt }, index) => Location !== wanted[index]?.Location || alt !== wanted[index]?.alt)

/**
 * Moves the stock by what a form has changed since it loaded the quantity, so that what was sold since stays sold.
 * Answers the sentence on it, if there is any.
 */
async function moveQty(tx: Db, before: Before, { qty, qtyLoaded = before.qty }: ProductUpdate, userId: string) {
  const delta = (qty ?? qtyLoaded) - qtyLoaded
  if (delta === 0) return []
  if (before.qty + delta > MOST_PIECES) throw refusedQty('product_refused', PRODUCT_FIELDS.quantityTooLarge)
  const left = await changeStock(tx, { productId: before._id, delta, reason: 'edited', userId })
  if (left === null) throw refusedQty('stock_too_low', PRODUCTS.soldMeanwhile(before.qty, -delta))
  return [PRODUCT_HISTORY.edited(PRODUCT_PARTS.stock, before.qty, left)]
}

/** Throws unless at most one piece is in stock or held by payments after the edit: a declined payment returns its piece. */
async function requireOnlyOne(tx: Db, before: Before, { qty, qtyLoaded = before.qty }: ProductUpdate) {
  const left = before.qty + (qty ?? qtyLoaded) - qtyLoaded
  if (left > MOST_OF_A_KIND && qty !== undefined && qty <= MOST_OF_A_KIND && before.oneOfAKind) throw changedMeanwhile()
  if (left > MOST_OF_A_KIND) throw refusedQty('product_refused', PRODUCT_FIELDS.oneOfAKind)
  const held = (await heldPieces(tx, [before._id])).get(before._id) ?? 0
  if (left + held > MOST_OF_A_KIND) throw refusedQty('product_refused', PRODUCTS.beingPaid)
}

const refusedQty = (code: 'product_refused' | 'stock_too_low', message: string) =>
  new AppError(code, message, { issues: [{ path: 'qty', message }] })

/** What has changed and is worth remembering. */
function sentencesOn(before: Before, after: After) {
  const edits = [
    [PRODUCT_PARTS.name, before.name, after.name],
    [PRODUCT_PARTS.price, formatDollars(before.price), formatDollars(after.price)],
    [PRODUCT_PARTS.category, before.category, after.category],
  ] as const
  const sentences = edits.flatMap(([what, from, to]) => (from === to ? [] : [PRODUCT_HISTORY.edited(what, from, to)]))
  if (before.oneOfAKind !== after.oneOfAKind)
    sentences.push(after.oneOfAKind ? PRODUCT_HISTORY.markedUnique : PRODUCT_HISTORY.unmarkedUnique)
  if (before.draft && !after.draft) sentences.push(PRODUCT_HISTORY.onSale)
  return sentences
}

/** Takes the product out of the shop and the lists; orders keep their lines. Answers its name. Throws not_found. */
export function deleteProduct(db: Db, id: string, userId: string): Promise<string> {
  if (!UUID.test(id)) throw notFound(NOT_FOUND.product)
  return db.transaction(async (tx) => {
    const [gone] = await tx
      .update(products)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(products.id, id), notDeleted))
      .returning({ name: products.name })
    if (!gone) throw notFound(NOT_FOUND.product)
    await traceProducts(tx, { productId: id, log: PRODUCT_HISTORY.deleted, userId })
    return gone.name
  })
}
