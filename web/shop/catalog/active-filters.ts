import { titleCase } from '#contract/categories.ts'
import type { Filters } from '#contract/filters.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import { FILTERS } from '#web/texts/catalog.ts'

/** An active filter: its name and label, and the filters without it. */
type Active = { name: 'color' | 'price' | 'inStock'; label: string; rest: Filters }

/** The filters that hide products; the sort order is none of them. */
export function activeFilters(filters: Filters): Active[] {
  const { color, minPrice, maxPrice, inStock } = filters
  return [
    ...(color ? [{ name: 'color' as const, label: titleCase(color), rest: without(filters, 'color') }] : []),
    ...(minPrice || maxPrice
      ? [
          {
            name: 'price' as const,
            label: priceLabel(minPrice, maxPrice),
            rest: without(filters, 'minPrice', 'maxPrice'),
          },
        ]
      : []),
    ...(inStock ? [{ name: 'inStock' as const, label: FILTERS.inStock, rest: without(filters, 'inStock') }] : []),
  ]
}

/** The filters without those that hide products. */
export const withoutAny = (filters: Filters) => without(filters, 'color', 'minPrice', 'maxPrice', 'inStock')

const without = (filters: Filters, ...names: (keyof Filters)[]): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !names.some((one) => one === name)))

function priceLabel(least: string | undefined, most: string | undefined) {
  const priceText = (dollars: string) => formatDollars(toCents(Number(dollars)))
  if (least && most) return FILTERS.between(priceText(least), priceText(most))
  return least ? FILTERS.atLeast(priceText(least)) : FILTERS.atMost(priceText(most ?? '0'))
}
