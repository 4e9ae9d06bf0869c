import { type SQLWrapper, sql } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { Focus } from '#contract/products.ts'
import { images } from '../db/schema.ts'

/** A photo of a product, as `photoJson` reads it. */
export type Photo = {
  id: string
  alt: string
  width: number
  height: number
  placeholder: string
  focus: Focus | null
}

/** SQL: a row of `images` as the JSON of a Photo. */
export const photoJson = sql`json_build_object('id', ${images.id}, 'alt', ${images.alt}, 'width', ${images.width},
  'height', ${images.height}, 'placeholder', ${images.placeholder}, 'focus', ${images.focus})`

/** SQL: the order of the photos of a product. */
export const photoOrder = sql`${images.position}, ${images.id}`

/** SQL: the first photo of the product with this id, null when it has none. */
export const firstPhoto = (productId: SQLWrapper) =>
  sql<Photo | null>`(select ${photoJson} from ${images} where ${images.productId} = ${productId} order by ${photoOrder} limit 1)`

/** The photo of a row, with its address. */
export const toImage = ({ id, focus, ...photo }: Photo) => ({
  Location: photoLocation(id),
  ...photo,
  ...(focus && { focus }),
})
