// Query schemas of product lists, for the server and admin pages; shoppers' pages do not load them.
import { z } from 'zod'
import { PRODUCT_FIELDS } from './admin/messages.ts'
import { AMOUNT_PATTERN, COLORS, SORTS } from './filters.ts'
import { keyword, pageNumber, searchedPart } from './lists.ts'
import { toCents, toDollars } from './money.ts'

const price = z.codec(z.string().regex(AMOUNT_PATTERN, PRODUCT_FIELDS.invalidPrice), z.int(), {
  decode: (dollars) => toCents(Number(dollars)),
  encode: (cents) => String(toDollars(cents)),
})

export const ProductQuery = z.object({
  keyword: z.string().overwrite(searchedPart).default(''),
  category: z.string().trim().max(60).default(''),
  collection: z.string().trim().max(200).default('').describe('The slug of a collection'),
  pageNumber,
  sort: z
    .enum(SORTS)
    .optional()
    .describe('By default newest first; for a search, best match first; for a collection, as the seller ordered it'),
  color: z.enum(COLORS).optional(),
  minPrice: price.optional().describe('Dollars'),
  maxPrice: price.optional().describe('Dollars'),
  inStock: z.enum(['true', 'false']).optional(),
  extras: z.enum(['true', 'false']).optional().describe('Also return `facets` and `instead`'),
})
export type ProductQuery = z.infer<typeof ProductQuery>

export const SuggestionQuery = z.object({ keyword })
