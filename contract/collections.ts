import { z } from 'zod'
import { LookPhoto } from './look.ts'
import { CollectionLink, ProductImage } from './products.ts'

/** A collection that visitors see. */
export const Collection = CollectionLink.extend({
  text: z.string().describe('A short introduction; empty when there is none'),
  photo: LookPhoto.nullable().describe('A photo of its own; null when its products stand for it'),
}).meta({ id: 'Collection' })
export type Collection = z.infer<typeof Collection>
export const Collections = z.array(Collection)

/** A collection with its own photo, or with one of its products. */
export const CollectionShelf = CollectionLink.extend({ image: ProductImage }).meta({ id: 'CollectionShelf' })
export type CollectionShelf = z.infer<typeof CollectionShelf>
export const CollectionShelves = z.array(CollectionShelf)

/** A collection's name in addresses, or one that it had before. */
export const CollectionKey = z.object({ slug: z.string().min(1).max(200) })
