import { z } from 'zod'
import { id } from '../codecs.ts'
import { ProductImage } from '../products.ts'

/** A product that an admin has picked for a sale, a coupon or a discount. */
export const PickedProduct = z
  .object({ _id: id, name: z.string(), sku: z.string(), image: ProductImage.nullable() })
  .meta({ id: 'PickedProduct' })
export type PickedProduct = z.infer<typeof PickedProduct>
