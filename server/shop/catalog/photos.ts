import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { photoLocation } from '#contract/photos.ts'
import type { Focus } from '#contract/products.ts'
import { images, products } from '#server/shop/schema/catalog.ts'

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

// A photo that was taken off the product waits for cleanup, and shows nothing any more.
const ofRow = (column: SQLWrapper) => sql`(
  select ${column} from ${images} where ${images.productId} = coalesce(${products.parentId}, ${products.id})
  order by ${images.id} is distinct from ${products.photoId}, ${photoOrder} limit 1)`

/** SQL: the photo that shows the product of the row: of a choice its own, if it has one; null without any. */
export const shownPhoto: SQL<Photo | null> = sql`${ofRow(photoJson)}`

/** SQL: the id of `shownPhoto`. */
export const shownPhotoId: SQL<string | null> = sql`${ofRow(images.id)}`

/** The photo of a row, with its address. */
export const toImage = ({ id, focus, ...photo }: Photo) => ({
  Location: photoLocation(id),
  ...photo,
  ...(focus && { focus }),
})
