// Files that a shop hands out: products in the formats of other shops, orders, customers, and the whole shop.
import { z } from 'zod'

/** The formats of a file of products: those that an import reads (contract/admin/imports.ts). */
export const PRODUCT_FORMATS = ['boutique-csv', 'boutique-json', 'etsy', 'shopify', 'shopify-older', 'square'] as const
export const ProductFormat = z.enum(PRODUCT_FORMATS)
export type ProductFormat = z.infer<typeof ProductFormat>

export const ProductFileQuery = z.object({ format: ProductFormat.default('boutique-csv') })
