import type { Db } from '#server/platform/db/client.ts'
import { adminProductsOf } from '#server/shop/catalog/admin-products.ts'
import { product } from '#server/testing/factories.ts'
import { importRows, imports } from '../schema.ts'
import { emptyListing } from '../server/listing.ts'

type ImportFields = { state?: (typeof imports.$inferInsert)['state']; isCreated?: boolean }

/** Creates an import of one row, whose product exists if it `isCreated`. */
export async function importOf(db: Db, userId: string, { state = 'ready', isCreated }: ImportFields = {}) {
  const [row] = await db.insert(imports).values({ name: 'listings.csv', format: 'etsy', userId, state }).returning()
  if (!row) throw new Error('The import was not inserted.')
  const listing = { ...emptyListing(2, 2), key: 'mug', name: 'Mug', price: 1200 }
  const made = isCreated ? await product(db) : undefined
  const version = made && (await adminProductsOf(db, [made.id]))[0]?.version
  await db.insert(importRows).values({
    ...{ importId: row.id, number: 1, line: 2, lastLine: 2, key: 'mug', name: 'Mug', sku: '', priceCents: 1200 },
    ...{ qty: made?.qty ?? 0, category: 'pens', choices: 0, photos: 0, listing, notes: [], outcome: 'create' },
    ...{ included: true, state: made ? 'created' : 'waiting', productId: made?.id, version },
    missing: made ? [{ url: 'https://photos.example/mug.jpg', problem: '' }] : [],
  })
  return row
}
