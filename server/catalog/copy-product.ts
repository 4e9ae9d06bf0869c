import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AdminProduct } from '#contract/admin/products.ts'
import { copyName, DRAFT_SLUG } from '#contract/admin/texts.ts'
import { photoLocation } from '#contract/photos.ts'
import type { Context } from '../context.ts'
import { onlyRow } from '../db/rows.ts'
import { products } from '../db/schema.ts'
import { copyPhotos } from '../media/uploads.ts'
import { PRODUCT_HISTORY } from '../texts/catalog.ts'
import { adminProduct, lockProduct } from './admin-products.ts'
import { photoIdOf, setProductPhotos } from './product-photos.ts'
import { traceProducts } from './stock.ts'

/**
 * Copies a product with its photos to a draft without stock and SKU. Throws not_found, and photos_full when there is no
 * room for the photos.
 */
export async function copyProduct(context: Context, id: string, userId: string): Promise<AdminProduct> {
  const { db } = context
  const { _id, images: shown } = await adminProduct(db, id)
  // Before the transaction: copying files takes a while. Copies that no product gets are deleted after a day.
  const copies = await copyPhotos(
    context,
    shown.flatMap(({ Location }) => photoIdOf(Location) ?? []),
  )
  return db.transaction(async (tx) => {
    const original = await lockProduct(tx, _id)
    const row = onlyRow(await tx.select().from(products).where(eq(products.id, _id)))
    const { id: _, search, createdAt, updatedAt, ...fields } = row
    const slug = `${DRAFT_SLUG}${randomBytes(6).toString('hex')}`
    const draft = { ...fields, name: copyName(fields.name), sku: '', qty: 0, featured: false, draft: true, slug }
    const made = onlyRow(await tx.insert(products).values(draft).returning({ id: products.id }))
    const photos = copies.map((copy, index) => ({
      ...shown[index],
      Location: photoLocation(copy),
      alt: shown[index]?.alt ?? '',
    }))
    await setProductPhotos(tx, made.id, photos)
    await traceProducts(tx, { productId: made.id, log: PRODUCT_HISTORY.copied(original.name), userId })
    return adminProduct(tx, made.id)
  })
}
