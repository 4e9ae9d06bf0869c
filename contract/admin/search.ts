import { z } from 'zod'
import { id, money, timestamp } from '../codecs.ts'
import { keyword } from '../lists.ts'
import { ProductImage } from '../products.ts'
import { RequestList } from './requests.ts'

/** Results of each kind at most. */
export const RESULTS_OF_A_KIND = 5

/** A search over everything. */
export const AdminSearchQuery = z.object({ q: keyword })

const FoundOrder = z.object({
  _id: id,
  number: z.int(),
  name: z.string(),
  isGuest: z.literal(true).optional().describe('Bought without an account. Only for guests'),
  city: z.string(),
  totalPrice: money,
  isPaid: z.boolean(),
  isDelivered: z.boolean(),
  createdAt: timestamp,
})

/** What a search over everything finds, the best few of each kind. */
export const AdminSearch = z
  .object({
    orders: z
      .array(FoundOrder)
      .describe('By number, name, email, city, tracking number, product, answer or gift note; newest first'),
    products: z.array(
      z.object({ _id: id, name: z.string(), sku: z.string(), qty: z.int(), image: ProductImage.nullable() }),
    ),
    collections: z.array(z.object({ _id: id, name: z.string() })),
    customers: z.array(z.object({ _id: id, name: z.string(), email: z.string() })),
    requests: z
      .array(z.object({ _id: id, product: z.string(), email: z.string(), show: RequestList }))
      .describe('Of shoppers, by product, address or message; newest first'),
    coupons: z.array(z.object({ _id: id, code: z.string() })),
    pages: z.array(z.object({ slug: z.string(), title: z.string() })),
  })
  .meta({ id: 'AdminSearch' })
export type AdminSearch = z.infer<typeof AdminSearch>
