import { and, asc, inArray } from 'drizzle-orm'
import type { PickedProduct } from '#contract/admin/goods.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { notDeleted } from './for-sale.ts'
import { firstPhoto, toImage } from './photos.ts'

/** The products with these ids, as forms show what was picked, the earliest made first. Deleted ones are left out. */
export async function pickedProducts(db: Db, ids: readonly string[]): Promise<PickedProduct[]> {
  if (ids.length === 0) return []
  const { id: _id, name, sku } = products
  const rows = await db
    .select({ _id, name, sku, photo: firstPhoto(products.id) })
    .from(products)
    .where(and(inArray(products.id, [...ids]), notDeleted))
    .orderBy(asc(products.createdAt), asc(products.id))
  return rows.map(({ photo, ...product }) => ({ ...product, image: photo && toImage(photo) }))
}
