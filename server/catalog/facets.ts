// Facets of a product list: one query counts by the color as the admin wrote it; facetsOf groups these by filter color.
import { type SQL, sql } from 'drizzle-orm'
import { COLORS, type Color } from '#contract/filters.ts'
import type { Facets } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { products } from '../db/schema.ts'
import { filterColors } from './colors.ts'
import { inPriceRange, inStock, type ProductFilters } from './filters.ts'

/** For each color text among the products `within`: count, count after the filters, and price range in cents. */
export function colorRows(db: Db, within: SQL | undefined, query: ProductFilters) {
  const priceFits = inPriceRange(query) ?? sql`true`
  const stockFits = query.inStock === 'true' ? inStock : sql`true`
  return db
    .select({
      color: products.color,
      total: sql<number>`count(*)::int`,
      left: sql<number>`(count(*) filter (where ${priceFits} and ${stockFits}))::int`,
      inStock: sql<number>`(count(*) filter (where ${priceFits} and ${inStock}))::int`,
      minPrice: sql<number>`min(${products.priceCents})`,
      maxPrice: sql<number>`max(${products.priceCents})`,
    })
    .from(products)
    .where(within)
    .groupBy(products.color)
}

type Row = { color: string; total: number; left: number; inStock: number; minPrice: number; maxPrice: number }

/** Facets of these rows, with `chosen` as the active color filter. Prices are cents. */
export function facetsOf(rows: Row[], chosen: Color | undefined): Facets {
  const counts = new Map<Color, number>()
  let total = 0
  let here = 0
  let [minPrice, maxPrice] = [rows[0]?.minPrice ?? 0, 0]
  for (const row of rows) {
    const plain = filterColors(row.color)
    for (const color of plain) counts.set(color, (counts.get(color) ?? 0) + row.left)
    if (!chosen || plain.has(chosen)) here += row.inStock
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
