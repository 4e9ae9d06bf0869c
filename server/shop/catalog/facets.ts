// Facets of a product list: PostgreSQL counts by the color as the admin wrote it; facetsOf groups these by filter color.
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { COLORS, type Color } from '#contract/filters.ts'
import type { Facets } from '#contract/products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { filterColors } from './colors.ts'
import { highestPrice } from './families.ts'
import { inPriceRange, inStock, type ProductFilters } from './filters.ts'

/**
 * A subquery of each color text among the products `within`, or among some that are selected by the name `products`: its
 * count, its count after the filters but that by color, and its price range in cents.
 */
export function colorRows(db: Db, within: SQL | undefined, query: ProductFilters, from: PgTable | SQL = products) {
  const priceFits = inPriceRange(query) ?? sql`true`
  const stockFits = query.inStock === 'true' ? inStock : sql`true`
  return db
    .select({
      color: sql<string>`${products.color}`.as('color'),
      total: sql<number>`count(*)`.as('total'),
      left: sql<number>`count(*) filter (where ${priceFits} and ${stockFits})`.as('left'),
      inStock: sql<number>`count(*) filter (where ${priceFits} and ${inStock})`.as('inStock'),
      minPrice: sql<number>`min(${products.priceCents})`.as('minPrice'),
      maxPrice: sql<number>`max(${highestPrice})`.as('maxPrice'),
    })
    .from(from)
    .where(within)
    .groupBy(products.color)
    .as('color_rows')
}

export type ColorRow = {
  color: string
  total: number
  left: number
  inStock: number
  minPrice: number
  maxPrice: number
}

/** How many products match the filters, where none is by color. */
export const filteredCount = (rows: ColorRow[]) => rows.reduce((sum, { left }) => sum + left, 0)

/** Facets of these rows, with `chosenColor` as the active color filter. Prices are cents. */
export function facetsOf(rows: ColorRow[], chosenColor: Color | undefined): Facets {
  const counts = new Map<Color, number>()
  let total = 0
  let here = 0
  let [minPrice, maxPrice] = [rows[0]?.minPrice ?? 0, 0]
  for (const row of rows) {
    const plain = filterColors(row.color)
    for (const color of plain) counts.set(color, (counts.get(color) ?? 0) + row.left)
    if (!chosenColor || plain.has(chosenColor)) here += row.inStock
    total += row.total
    minPrice = Math.min(minPrice, row.minPrice)
    maxPrice = Math.max(maxPrice, row.maxPrice)
  }
  const colors = COLORS.flatMap((color) => {
    const count = counts.get(color)
    return count ? [{ color, count }] : []
  })
  return { total, colors, minPrice, maxPrice, inStock: here }
}
