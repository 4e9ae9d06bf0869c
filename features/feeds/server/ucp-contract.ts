// What the calls of the Universal Commerce Protocol take; other fields of theirs are of no use here.
import { z } from 'zod'

/** Amounts beyond that are more than any price. */
const MOST_CENTS = 100_000_000

const amount = z
  .int()
  .min(0)
  .transform((cents) => Math.min(cents, MOST_CENTS))

const text = z.string().max(1_000)

export const UcpSearch = z.object({
  query: text.optional(),
  filters: z
    .object({
      categories: z.array(text).max(100).optional(),
      price: z.object({ min: amount.optional(), max: amount.optional() }).optional(),
    })
    .optional(),
  context: z.object({ currency: text.optional() }).optional(),
  pagination: z
    .object({
      cursor: z
        .string()
        .regex(/^[1-9]\d{0,5}$/)
        .optional(),
      limit: z.int().min(1).optional(),
    })
    .optional(),
})
export type UcpSearch = z.infer<typeof UcpSearch>

/** More ids than a call takes have an error of their own. */
export const UcpLookup = z.object({ ids: z.array(text).min(1) })

export const UcpProductKey = z.object({
  id: text,
  selected: z
    .array(z.object({ name: text, label: text }))
    .max(10)
    .optional(),
  preferences: z.array(text).max(10).optional(),
})
export type UcpProductKey = z.infer<typeof UcpProductKey>
