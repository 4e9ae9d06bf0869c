import { z } from 'zod'
import { categorySlug } from '../categories.ts'
import { oneLine } from '../codecs.ts'
import { CATEGORY_FIELDS } from './messages.ts'

const name = oneLine
  .overwrite((text) => text.trim().replaceAll(/\s+/g, ' '))
  .regex(/[\p{L}\p{N}]/u, CATEGORY_FIELDS.needsLetter)
  .max(40, CATEGORY_FIELDS.tooLong)
  // In links it stands for `cups`.
  .refine((text) => categorySlug(text) !== 'cup', CATEGORY_FIELDS.reserved)

/** A category as an admin names it. */
export const CategoryName = z.object({ name })
export type CategoryName = z.infer<typeof CategoryName>

/** A category's form in links. */
export const CategoryKey = z.object({ slug: z.string().min(1).max(100) })

/** The names of all categories, in the order that they are to have. */
export const CategoryOrder = z.object({ order: z.array(z.string().max(100)).max(500) })
export type CategoryOrder = z.infer<typeof CategoryOrder>
