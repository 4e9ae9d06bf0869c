import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { AdminProduct } from '#contract/admin/products.ts'
import { copyName, DRAFT_SLUG } from '#contract/admin/texts.ts'
import { photoLocation } from '#contract/photos.ts'
import type { ProductImage } from '#contract/products.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { onlyRow } from '../db/rows.ts'
import { products } from '../db/schema.ts'
import { AppError } from '../errors.ts'
import { photoIdOf } from '../media/file-names.ts'
import { copyPhotos } from '../media/uploads.ts'
import { PRODUCT_HISTORY, PRODUCTS } from '../texts/catalog.ts'
import { adminProduct, lockProduct } from './admin-products.ts'
import { setCollections } from './collection-members.ts'
import { notDeleted } from './for-sale.ts'
import { setCosts } from './product-costs.ts'
import { setProductPhotos } from './product-photos.ts'
import { traceProducts } from './stock.ts'

/**
 * Copies a product with its photos and choices to a draft without stock and SKUs, in the same collections. Throws
 * not_found, product_refused for a choice, photos_full when there is no room for the photos, and collection_refused when
 * a collection is full.
 */
export async function copyProduct(context: Context, id: string, userId: string): Promise<AdminProduct> {
  const { db } = context
  const { _id, images: shown, choiceOf } = await adminProduct(db, id)
  if (choiceOf) throw new AppError('product_refused', PRODUCTS.isChoice(choiceOf.name))
  // Before the transaction: copying files takes a while. Copies that no product gets are deleted after a day.
  const copies = await copyPhotos(
    context,
    shown.flatMap(({ Location }) => photoIdOf(Location) ?? []),
  )
  return db.transaction(async (tx) => {
    const original = await lockProduct(tx, _id)
    const row = onlyRow(await tx.select().from(products).where(eq(products.id, _id)))
    const draft = { ...copyOf(row), name: copyName(row.name), featured: false, draft: true }
    const made = onlyRow(await tx.insert(products).values(draft).returning({ id: products.id }))
    const photos = copies.map((copy, index) => ({
      ...shown[index],
      Location: photoLocation(copy),
      alt: shown[index]?.alt ?? '',
    }))
    await setProductPhotos(tx, made.id, photos)
    if (row.axes) await copyChoices(tx, { from: _id, to: made.id }, copiedPhotos(shown, copies))
    if (original.costs) await setCosts(tx, made.id, original.costs)
    await setCollections(tx, made.id, [], original.collectionIds)
    await traceProducts(tx, { productId: made.id, log: PRODUCT_HISTORY.copied(original.name), userId })
    return adminProduct(tx, made.id)
  })
}

type Row = typeof products.$inferSelect

/** The columns of a copy: without SKU and stock, at an address of its own. */
function copyOf({ id, search, choicesSearch, createdAt, updatedAt, ...fields }: Row) {
  return { ...fields, dropId: null, sku: '', qty: 0, slug: `${DRAFT_SLUG}${randomBytes(6).toString('hex')}` }
}

async function copyChoices(tx: Db, { from, to }: { from: string; to: string }, photos: Map<string, string>) {
  const rows = await tx
    .select()
    .from(products)
    .where(and(eq(products.parentId, from), notDeleted))
  const copies = rows.map((row) => ({ ...copyOf(row), parentId: to, photoId: photos.get(row.photoId ?? '') ?? null }))
  if (copies.length > 0) await tx.insert(products).values(copies)
}

/** The ids of the copies, by the ids of their originals. */
const copiedPhotos = (shown: ProductImage[], copies: string[]) =>
  new Map(shown.flatMap(({ Location }, at) => [[photoIdOf(Location) ?? '', copies[at] ?? ''] as const]))
