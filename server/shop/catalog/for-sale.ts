import { type SQLWrapper, sql } from 'drizzle-orm'
import { products } from '#server/shop/schema/catalog.ts'

/** SQL condition on `products`, as the indexes have it: the product is not deleted. */
export const notDeleted = sql`${products.deletedAt} is null`

/** SQL condition on `products`, as the indexes have it: visitors see the product. It may be sold out. */
export const forSale = sql`${notDeleted} and not ${products.draft}`

/** SQL condition on `products`, as the indexes have it: it is no choice of another product. */
export const isNoChoice = sql`${products.parentId} is null`

/** SQL condition on `products`: lists show it. A product with choices is listed once, without them. */
export const inLists = sql`${forSale} and ${isNoChoice}`

/** SQL condition on `products`: it has stock of its own, so it has no choices. */
export const hasOwnStock = sql`${products.axes} is null`

/** SQL condition on `products`: that many cannot be bought, because the product is not for sale or has fewer. */
export const isGone = (qty: SQLWrapper) => sql<boolean>`(not (${forSale}) or ${products.qty} < ${qty})`

/** SQL expression on `products`: how many can be bought. */
export const unitsLeft = sql<number>`(case when ${forSale} then ${products.qty} else 0 end)`

type Stock = Pick<typeof products.$inferSelect, 'deletedAt' | 'draft' | 'qty'>

/** As the SQL expression `unitsLeft`, of a row. */
export const unitsLeftOf = ({ deletedAt, draft, qty }: Stock) => (deletedAt || draft ? 0 : qty)
