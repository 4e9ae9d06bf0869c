import { uuid } from 'drizzle-orm/pg-core'
import { table } from '#server/platform/db/columns.ts'
import { products } from '#server/shop/schema/catalog.ts'

/** The products that are low in stock and of which the seller has been told. */
export const lowProducts = table('low_products', {
  productId: uuid()
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
})
