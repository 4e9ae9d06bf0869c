// What a product costs its seller to make and send. Only admins ever read it.
import { z } from 'zod'
import { isWholeCents } from '../codecs.ts'
import { toCents, toDollars } from '../money.ts'
import { COST_FIELDS } from './messages.ts'

const MOST_DOLLARS = 100_000
const MOST_MINUTES = 100_000

const dollars = z.codec(
  z
    .number(COST_FIELDS.enterAmount)
    .min(0, COST_FIELDS.enterAmount)
    .max(MOST_DOLLARS, COST_FIELDS.enterAmount)
    .refine(isWholeCents, COST_FIELDS.enterAmount),
  z.int(COST_FIELDS.enterAmount),
  { decode: toCents, encode: toDollars },
)

/** What one piece costs its seller, and the minutes that she works on it. */
export const ProductCosts = z
  .object({
    material: dollars,
    packaging: dollars,
    postage: dollars.describe('Of a package with one piece'),
    minutes: z
      .int(COST_FIELDS.enterMinutes)
      .min(1, COST_FIELDS.enterMinutes)
      .max(MOST_MINUTES, COST_FIELDS.enterMinutes)
      .nullable()
      .describe('Null: not counted'),
  })
  .meta({ id: 'ProductCosts' })
export type ProductCosts = z.infer<typeof ProductCosts>
