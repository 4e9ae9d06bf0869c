import * as products from '#web/admin/products/show-admin-product.tsx'
import type { Surroundings } from '#web/shop/visitor/surroundings.tsx'
import { BUY_BOX_PARTS } from '../slots/buy-box.tsx'
import { PRODUCT_PARTS } from '../slots/product-parts.ts'

/** Adds to a product's page what only admins see, as soon as it is loaded. */
export const showAdminProduct = (productKey: string, surroundings: Surroundings) =>
  products.showAdminProduct(productKey, surroundings, { ...PRODUCT_PARTS, ...BUY_BOX_PARTS })
