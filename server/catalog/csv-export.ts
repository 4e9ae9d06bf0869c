import { toDollars } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import { toCsv } from '../lib/csv.ts'
import { allProducts } from './admin-products.ts'

const HEADINGS = [
  'ID',
  'SKU',
  'Name',
  'Price',
  'Category',
  'Quantity',
  'Color',
  'Slug',
  'Featured',
  'Draft',
  'Description',
  'Photos',
  'Created',
  'One of a kind',
]

/** All products, drafts included, as CSV; prices in dollars. */
export async function productsCsv(db: Db) {
  const rows = await allProducts(db)
  return toCsv(
    HEADINGS,
    rows.map((row) => [
      row._id,
      row.sku,
      row.name,
      toDollars(row.price),
      row.category,
      row.qty,
      row.color,
      row.slug,
      row.featured,
      row.draft,
      row.description,
      row.images.map(({ Location }) => Location).join(' '),
      row.createdAt,
      row.oneOfAKind,
    ]),
  )
}
