import { z } from 'zod'
import { id, isPrintableText, oneLine, timestamp } from '../codecs.ts'
import { DropState, ShownLine } from '../drops.ts'
import { TEXT_FIELDS } from '../messages.ts'
import { ProductImage } from '../products.ts'
import { DROP_FIELDS } from './messages.ts'

export const DROP_NAME_MAX = 80
export const DROP_TEXT_MAX = 2_000
/** The most products of a drop. */
export const MOST_IN_DROP = 100
export const DROP_MINUTES = { min: 2, max: 60, plain: 10 }

const name = oneLine
  .overwrite((text) => text.trim().replaceAll(/\s+/g, ' '))
  .regex(/[\p{L}\p{N}]/u, DROP_FIELDS.needsLetter)
  .max(DROP_NAME_MAX, DROP_FIELDS.nameTooLong(DROP_NAME_MAX))

const text = z
  .string()
  .trim()
  .max(DROP_TEXT_MAX, DROP_FIELDS.textTooLong(DROP_TEXT_MAX))
  .refine(isPrintableText, TEXT_FIELDS.unprintable)

/** A drop in the list of an admin. */
export const AdminDrop = z
  .object({
    _id: id,
    name: z.string(),
    slug: z.string(),
    state: DropState,
    startsAt: timestamp,
    pieces: z.int().describe('Pieces that its products have in stock'),
    sold: z.int().describe('Pieces that were ordered through its line and paid'),
    line: ShownLine,
  })
  .meta({ id: 'SellersDrop' })
export type AdminDrop = z.infer<typeof AdminDrop>
export const AdminDrops = z.array(AdminDrop)

const DroppedProduct = z.object({
  _id: id,
  name: z.string(),
  sku: z.string(),
  qty: z.int(),
  image: ProductImage.nullable(),
})

/** A drop as an admin edits it. */
export const EditedDrop = AdminDrop.extend({
  text: z.string(),
  minutes: z.int(),
  announced: z.boolean(),
  products: z.array(DroppedProduct),
  version: z.string().describe('Changes with every edit'),
}).meta({ id: 'EditedDrop' })
export type EditedDrop = z.infer<typeof EditedDrop>

export const NewDrop = z.object({ name, startsAt: timestamp })
export type NewDrop = z.infer<typeof NewDrop>

/** An edit of a drop; omitted fields stay the same. */
export const DropUpdate = z.object({
  name: name.optional(),
  text: text.optional(),
  startsAt: timestamp.optional().describe('Only before its start'),
  minutes: z
    .int()
    .min(DROP_MINUTES.min, DROP_FIELDS.minutes(DROP_MINUTES.min, DROP_MINUTES.max))
    .max(DROP_MINUTES.max, DROP_FIELDS.minutes(DROP_MINUTES.min, DROP_MINUTES.max))
    .optional(),
  announced: z.boolean().optional().describe('Whether the home page and the sitemap name it'),
  productIds: z
    .array(id)
    .max(MOST_IN_DROP, DROP_FIELDS.tooMany(MOST_IN_DROP))
    .refine((list) => new Set(list).size === list.length, DROP_FIELDS.twice)
    .optional(),
  version: z.string().max(100).optional().describe('The version that was loaded: refused if someone has saved since'),
})
export type DropUpdate = z.infer<typeof DropUpdate>

export const DropId = z.object({ id })
