// Filters and sort orders of product lists, in URLs and API calls. Without zod, which no page loads.

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
export const AMOUNT = /^\d{1,6}(\.\d{1,2})?$/
const isOneOf = (values: readonly string[]) => (value: string) => values.includes(value)
const isAmount = (value: string) => AMOUNT.test(value)

const IS_GOOD: Record<keyof Filters, (value: string) => boolean> = {
  sort: isOneOf(SORTS),
  color: isOneOf(COLORS),
  minPrice: isAmount,
  maxPrice: isAmount,
  inStock: isOneOf(['true']),
}

/** Parses the filters of a URL; drops invalid ones and swaps reversed prices. */
export function parseFilters(search: string | URLSearchParams): Filters {
  const asked = new URLSearchParams(search)
  const { minPrice, maxPrice } = Object.fromEntries(asked)
  if (minPrice && maxPrice && isAmount(minPrice) && isAmount(maxPrice) && Number(minPrice) > Number(maxPrice)) {
    asked.set('minPrice', maxPrice)
    asked.set('maxPrice', minPrice)
  }
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = asked.get(name)?.trim() ?? ''
      return IS_GOOD[name](value) ? [[name, value]] : []
    }),
  )
}
