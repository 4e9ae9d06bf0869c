// Filters and sort orders of product lists, in URLs and API calls. Without zod, which no page loads.

import { parseCents } from './amounts.ts'
import { formatDecimal } from './money.ts'

/** Sort orders a shopper can choose. The default is newest first, and best match first for a search. */
export const SORTS = ['newest', 'price', '-price', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** Colors that shoppers filter by; catalog/colors.ts maps the maker's color words to them. */
export const COLORS = [
  'red',
  'pink',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'brown',
  'cream',
  'white',
  'gray',
  'black',
  'gold',
  'silver',
  'rainbow',
] as const
export type Color = (typeof COLORS)[number]

/** The filters of an address, in the order in which they always stand there. Amounts are dollars. */
export type Filters = Partial<Record<(typeof NAMES)[number], string>>
const NAMES = ['sort', 'color', 'minPrice', 'maxPrice', 'inStock'] as const

/** Dollars in a URL. */
export const AMOUNT_PATTERN = /^\d{1,6}(\.\d{1,2})?$/

/** The value of each filter as the address of a list has it; empty for an invalid one. */
const CANONICAL: Record<keyof Filters, (value: string) => string> = {
  sort: oneOf(SORTS),
  color: oneOf(COLORS),
  minPrice: amountIn,
  maxPrice: amountIn,
  inStock: oneOf(['true']),
}

/**
 * Parses the filters of a URL: amounts as people type them, for a browser without JavaScript sends them so. Drops
 * invalid filters and swaps reversed prices.
 */
export function parseFilters(search: string | URLSearchParams): Filters {
  const asked = new URLSearchParams(search)
  const filters: Filters = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = CANONICAL[name](asked.get(name)?.trim() ?? '')
      return value ? [[name, value]] : []
    }),
  )
  const { minPrice, maxPrice } = filters
  if (!minPrice || !maxPrice || Number(minPrice) <= Number(maxPrice)) return filters
  return { ...filters, minPrice: maxPrice, maxPrice: minPrice }
}

function oneOf(values: readonly string[]) {
  return (value: string) => (values.includes(value) ? value : '')
}

/** `12.50` for a typed `$12,50`, and `12` for `12.00`; empty for anything else. */
function amountIn(typed: string) {
  const cents = parseCents(typed)
  const amount = cents === null ? '' : formatDecimal(cents).replace(/\.00$/, '')
  return AMOUNT_PATTERN.test(amount) ? amount : ''
}
