// Files that a shop hands out: products in the formats of other shops, orders, customers, and the whole shop.
import { z } from 'zod'
import { calendarDay } from './calendar-day.ts'
import { EXPORT_FIELDS } from './messages.ts'

/** The formats of a file of products: those that an import reads (features/imports/contract.ts). */
export const PRODUCT_FORMATS = [
  ...(['boutique-csv', 'boutique-json'] as const),
  ...(['etsy', 'shopify', 'shopify-older', 'square', 'woocommerce'] as const),
] as const
export const ProductFormat = z.enum(PRODUCT_FORMATS)
export type ProductFormat = z.infer<typeof ProductFormat>

export const ProductFileQuery = z.object({ format: ProductFormat.default('boutique-csv') })

const day = calendarDay(EXPORT_FIELDS.enterDay)

/** Days of the shop, the first and the last included; without one there is no limit. */
export const Period = z
  .object({ from: day.optional(), to: day.optional() })
  .refine(({ from = '', to = from }) => from <= to, { message: EXPORT_FIELDS.daysReversed, path: ['to'] })
export type Period = z.infer<typeof Period>
