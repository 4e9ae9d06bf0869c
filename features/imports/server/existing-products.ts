import { and, asc, inArray } from 'drizzle-orm'
import type { AdminProduct } from '#contract/admin/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { adminProductsOf } from '#server/shop/catalog/admin-products.ts'
import { withRegularPrices } from '#server/shop/catalog/regular-prices.ts'
import { importRows, type SeenProduct } from '../schema.ts'
import type { Listing } from './listing.ts'
import { lastOrders } from './sold-products.ts'

/** A product of the shop that a row of an import is, with its regular prices. */
export type Existing = {
  product: AdminProduct
  /** The listing of the last import, to find what the file has changed since; undefined without one. */
  last: Listing | undefined
  /** The addresses of the photos that it has got from imports. */
  taken: Set<string>
  /** Whether any order has it. */
  wasOrdered: boolean
}

/** These products as imports see them, by their ids, without deleted ones. */
export async function existingProducts(db: Db, ids: string[]): Promise<Map<string, Existing>> {
  if (ids.length === 0) return new Map()
  const productRows = (await adminProductsOf(db, ids)).map(withRegularPrices)
  const lastOrderOf = await lastOrders(db, ids)
  const { productId, listing, fetched, doneAt, state } = importRows
  const earlier = await db
    .select({ productId, listing, fetched })
    .from(importRows)
    .where(and(inArray(productId, ids), inArray(state, ['created', 'updated', 'kept'])))
    .orderBy(asc(doneAt))
  return new Map(
    productRows.map((product) => {
      const rows = earlier.filter((row) => row.productId === product._id)
      const last = rows.at(-1)?.listing as Listing | undefined
      const takenUrls = new Set(rows.flatMap((row) => Object.keys(row.fetched ?? {}).concat(untrackedUrls(row))))
      return [product._id, { product, last, taken: takenUrls, wasOrdered: lastOrderOf.has(product._id) }]
    }),
  )
}

/** An import of an earlier version of the shop did not note which photos it got. */
const untrackedUrls = ({ fetched, listing }: { fetched: Record<string, string> | null; listing: unknown }) =>
  fetched ? [] : (listing as Listing).photos.map(({ url }) => url)

/** The stock of a product and its choices, by their ids. */
export const seenStock = ({ _id, qty, choices = [] }: AdminProduct): SeenProduct['stock'] => ({
  [_id]: qty,
  ...Object.fromEntries(choices.map((choice) => [choice._id, choice.qty])),
})
