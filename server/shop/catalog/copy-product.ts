import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { AdminProduct } from '#contract/admin/products.ts'
import { copyName, DRAFT_SLUG } from '#contract/admin/texts.ts'
import { photoLocation } from '#contract/photos.ts'
import type { ProductImage } from '#contract/products.ts'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { photoIdOf } from '#server/platform/media/file-names.ts'
import { copyPhotos } from '#server/shop/photos/uploads.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { adminProduct, lockProduct } from './admin-products.ts'
import { setCollections } from './collection-members.ts'
import { notDeleted } from './for-sale.ts'
import { setCosts } from './product-costs.ts'
import { setProductPhotos } from './product-photos.ts'
import { traceProducts } from './stock.ts'
import { PRODUCT_HISTORY, PRODUCTS } from './texts.ts'

/**
 * Copies a product with its photos and choices to a draft without stock and SKUs, in the same collections. Throws
 * not_found, product_refused for a choice, photos_full when there is no room for the photos, and collection_refused when
 * a collection is full.
 */
export async function copyProduct(context: Context, id: string, userId: string): Promise<AdminProduct> {
  const { db } = context
  const { _id, images: originals, choiceOf } = await adminProduct(db, id)
  if (choiceOf) throw new AppError('product_refused', PRODUCTS.isChoice(choiceOf.name))
  // Before the transaction: copying files takes a while. Copies that no product gets are deleted after a day.
  const copies = await copyPhotos(
    context,
    originals.flatMap(({ Location }) => photoIdOf(Location) ?? []),
  )
  return db.transaction(async (tx) => {
    const original = await lockProduct(tx, _id)
    const row = onlyRow(await tx.select().from(products).where(eq(products.id, _id)))
    const draft = { ...copyOf(row), name: copyName(row.name), featured: false, draft: true }
    const draftRow = onlyRow(await tx.insert(products).values(draft).returning({ id: products.id }))
    const photos = copies.map((copy, index) => ({
      ...originals[index],
      Location: photoLocation(copy),
      alt: originals[index]?.alt ?? '',
    }))
    await setProductPhotos(tx, draftRow.id, photos)
    if (row.axes) await copyChoices(tx, { from: _id, to: draftRow.id }, copiedPhotos(originals, copies))
    if (original.costs) await setCosts(tx, draftRow.id, original.costs)
    await setCollections(tx, draftRow.id, [], original.collectionIds)
    await traceProducts(tx, { productId: draftRow.id, log: PRODUCT_HISTORY.copied(original.name), userId })
    return adminProduct(tx, draftRow.id)
  })
}

type Row = typeof products.$inferSelect

/** The columns of a copy: at its regular price, without SKU and stock, at an address of its own. */
function copyOf({ id, search, choicesSearch, createdAt, updatedAt, regularCents, ...fields }: Row) {
  const prices = regularCents === null ? {} : { priceCents: regularCents, wasCents: null }
  return { ...fields, ...prices, sku: '', qty: 0, slug: `${DRAFT_SLUG}${randomBytes(6).toString('hex')}` }
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
const copiedPhotos = (photos: ProductImage[], copies: string[]) =>
  new Map(photos.flatMap(({ Location }, at) => [[photoIdOf(Location) ?? '', copies[at] ?? ''] as const]))
