import { z } from 'zod'
import { id, money, timestamp } from './codecs.ts'
import { pageNumber, paging } from './lists.ts'

/** A photograph. `Location` works as it stands; `photoUrl` in photos.ts names its other widths and formats. */
export const ProductImage = z
  .object({
    Location: z.string(),
    alt: z.string(),
    width: z.int(),
    height: z.int(),
    placeholder: z
      .string()
      .describe('A few bytes of blurred picture as a data URL, shown until the photograph is there'),
  })
  .meta({ id: 'ProductImage' })
export type ProductImage = z.infer<typeof ProductImage>

export const Product = z
  .object({
    _id: id,
    sku: z.string(),
    name: z.string(),
    price: money,
    qty: z.int().min(0),
    description: z.string(),
    category: z.string(),
    images: z.array(ProductImage),
    color: z.string(),
    slug: z.string(),
    featured: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof Product>

export const ProductPage = z.object({ products: z.array(Product), ...paging }).meta({ id: 'ProductPage' })
export type ProductPage = z.infer<typeof ProductPage>

export const FeaturedProducts = z.array(Product)

export const ProductQuery = z.object({
  keyword: z.string().trim().max(100, 'A search has at most 100 characters.').default(''),
  category: z.string().trim().max(60).default(''),
  pageNumber,
})
export type ProductQuery = z.infer<typeof ProductQuery>

/** A product's id or its slug. */
export const ProductKey = z.object({ id: z.string().min(1).max(200) })

export const Category = z.object({ name: z.string(), slug: z.string() }).meta({ id: 'Category' })
export type Category = z.infer<typeof Category>
export const Categories = z.array(Category)
