// What lists of products are asked. Only servers and sellers check it: shoppers' pages do without these schemas.
import { z } from 'zod'
import { COLORS, SORTS } from './filters.ts'
import { keyword, pageNumber } from './lists.ts'
import { toCents, toDollars } from './money.ts'

const PRICE_WRONG = 'A price is an amount of dollars and cents, such as 12.50.'
const price = z.codec(z.string().regex(/^\d{1,6}(\.\d{1,2})?$/, PRICE_WRONG), z.int(), {
  decode: (dollars) => toCents(Number(dollars)),
  encode: (cents) => String(toDollars(cents)),
})

export const ProductQuery = z.object({
  keyword: z.string().trim().max(100, 'A search has at most 100 characters.').default(''),
  category: z.string().trim().max(60).default(''),
  pageNumber,
  sort: z.enum(SORTS).optional().describe('By itself newest first, and a search has its best matches first'),
  color: z.enum(COLORS).optional(),
  minPrice: price.optional().describe('Dollars'),
  maxPrice: price.optional().describe('Dollars'),
  inStock: z.enum(['true', 'false']).optional(),
  extras: z.enum(['true', 'false']).optional().describe('Answers `facets` and `instead`, too'),
})
export type ProductQuery = z.infer<typeof ProductQuery>

export const SuggestionQuery = z.object({ keyword })
