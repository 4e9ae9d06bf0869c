import { z } from 'zod'
import { id, isPrintableText, oneLine } from '../codecs.ts'
import { Collection } from '../collections.ts'
import { LookPhoto } from '../look.ts'
import { TEXT_FIELDS } from '../messages.ts'
import { ProductImage } from '../products.ts'
import { COLLECTION_FIELDS } from './messages.ts'

/** The most collections of a shop. */
export const MOST_COLLECTIONS = 50

/** The most products of a collection. */
export const MOST_IN_COLLECTION = 500

export const COLLECTION_NAME_MAX = 60
export const COLLECTION_TEXT_MAX = 300

const name = oneLine
  .overwrite((text) => text.trim().replaceAll(/\s+/g, ' '))
  .regex(/[\p{L}\p{N}]/u, COLLECTION_FIELDS.needsLetter)
  .max(COLLECTION_NAME_MAX, COLLECTION_FIELDS.nameTooLong(COLLECTION_NAME_MAX))

const text = z
  .string()
  .trim()
  .max(COLLECTION_TEXT_MAX, COLLECTION_FIELDS.textTooLong(COLLECTION_TEXT_MAX))
  .refine(isPrintableText, TEXT_FIELDS.unprintable)

/** A collection in the list of an admin. */
export const AdminCollection = Collection.extend({
  _id: id,
  hidden: z.boolean().describe('Visitors do not see it'),
  products: z.int().describe('How many products are in it, drafts included'),
}).meta({ id: 'AdminCollection' })
export type AdminCollection = z.infer<typeof AdminCollection>
export const AdminCollections = z.array(AdminCollection)

/** A product of a collection, as its admin orders them. */
const CollectedProduct = z
  .object({
    _id: id,
    name: z.string(),
    sku: z.string(),
    qty: z.int(),
    draft: z.boolean(),
    image: ProductImage.nullable(),
  })
  .meta({ id: 'CollectedProduct' })
export type CollectedProduct = z.infer<typeof CollectedProduct>

/** A collection as an admin edits it. */
export const EditedCollection = AdminCollection.extend({
  products: z.array(CollectedProduct).describe('In their order'),
  version: z.string().describe('Changes with every edit'),
}).meta({ id: 'EditedCollection' })
export type EditedCollection = z.infer<typeof EditedCollection>

export const NewCollection = z.object({ name })
export type NewCollection = z.infer<typeof NewCollection>

/** An edit of a collection; omitted fields stay the same. */
export const CollectionUpdate = z.object({
  name: name.optional(),
  text: text.optional(),
  photo: LookPhoto.extend({ alt: oneLine.trim().max(300) })
    .nullable()
    .optional()
    .describe('Null: one of its products stands for it'),
  hidden: z.boolean().optional(),
  productIds: z
    .array(id)
    .max(MOST_IN_COLLECTION, COLLECTION_FIELDS.tooManyProducts(MOST_IN_COLLECTION))
    .refine((list) => new Set(list).size === list.length, COLLECTION_FIELDS.productTwice)
    .optional()
    .describe('All its products in their order'),
  version: z.string().max(100).optional().describe('The version that was loaded: refused if someone has saved since'),
})
export type CollectionUpdate = z.infer<typeof CollectionUpdate>

/** The ids of all collections, in the order that they are to have. */
export const CollectionOrder = z.object({ order: z.array(id).max(MOST_COLLECTIONS) })
export type CollectionOrder = z.infer<typeof CollectionOrder>

export const CollectionId = z.object({ id })
