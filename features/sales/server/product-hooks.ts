// What sales add to products.
import { sql } from 'drizzle-orm'
import type { AdminProduct } from '#contract/admin/products.ts'
import { fieldError } from '#server/shop/catalog/field-error.ts'
import type { ProductHooks } from '#server/shop/catalog/product-hooks.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { saleProducts, sales } from '../schema.ts'
import { SALES } from './texts.ts'

type SaleOfProduct = NonNullable<AdminProduct['inSale']>

/** SQL: the sale that a product is in, or one of its choices; null outside of a sale. */
const saleOfProduct = sql`(
  select json_build_object('_id', ${sales.id}, 'name', ${sales.name}, 'startsAt', ${sales.startsAt}, 'endsAt', ${sales.endsAt})
  from ${sales} where ${sales.id} = (
    select ${saleProducts.saleId} from ${saleProducts} where ${saleProducts.productId} = ${products.id}
    union all
    select ${saleProducts.saleId} from ${products} c join ${saleProducts} on ${saleProducts.productId} = c.id
      where ${products.axes} is not null and c.parent_id = ${products.id} and c.deleted_at is null
    limit 1))`

export const ofProducts: ProductHooks = {
  admin: {
    inSale: {
      sql: saleOfProduct,
      write: ({ startsAt, endsAt, ...sale }: SaleOfProduct) => ({
        ...sale,
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(endsAt).toISOString(),
      }),
    },
  },
  requireEdit({ inSale, axes = [] }, edit) {
    if (inSale && edit.axes && edit.axes.length > 0 !== axes.length > 0)
      throw fieldError('axes', SALES.inSale(inSale.name))
  },
}
