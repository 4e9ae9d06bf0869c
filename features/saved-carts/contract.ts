import { z } from 'zod'
import { id, isPrintableText } from '#contract/codecs.ts'
import { QUESTIONS_MAX } from '#contract/questions.ts'

/** As many lines and units as an order can have. */
const MOST_LINES = 100
const MOST_OF_ONE = 10_000

const SavedAnswers = z
  .record(z.string().regex(/^[a-z\d-]{1,40}$/), z.string().min(1).max(10_000).refine(isPrintableText))
  .refine((answers) => Object.keys(answers).length <= QUESTIONS_MAX)

const SavedLine = z.object({
  product: id,
  qty: z.int().min(1).max(MOST_OF_ONE),
  answers: SavedAnswers.optional().describe('To the questions of the product, by their keys'),
})

export const SavedCartKey = z.object({ device: id.describe('An id that the device has made up') })

/** The cart of a device. */
export const SavedCart = z.object({ items: z.array(SavedLine).max(MOST_LINES) })
export type SavedCart = z.infer<typeof SavedCart>

const NamedLine = z.object({
  product: id,
  name: z.string(),
  qty: z.int(),
  answers: z.record(z.string(), z.string()).optional(),
})
export type NamedLine = z.infer<typeof NamedLine>

export const OtherCarts = z
  .object({
    items: z
      .array(NamedLine)
      .describe('What the carts of other devices have and this one lacks, while it can be bought'),
    bought: z.array(NamedLine).describe('What was paid for since it came into this cart'),
  })
  .meta({ id: 'OtherCarts' })
export type OtherCarts = z.infer<typeof OtherCarts>
