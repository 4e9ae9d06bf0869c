import type { AdminProduct } from '#contract/admin/products.ts'
import { PRODUCT_FIELD_NAMES } from '#contract/admin/texts.ts'
import { toDollars } from '#contract/money.ts'
import type { Db } from '../db/client.ts'
import { toCsv } from '../lib/csv.ts'
import { allProducts } from './admin-products.ts'

const FIELDS = Object.keys(PRODUCT_FIELD_NAMES) as (keyof typeof PRODUCT_FIELD_NAMES)[]

/** All products, drafts included, as CSV; prices in dollars. */
export async function productsCsv(db: Db) {
  const rows = await allProducts(db)
  return toCsv(Object.values(PRODUCT_FIELD_NAMES), rows.map(cellsOf))
}

function cellsOf(product: AdminProduct) {
  const row = {
    ...product,
    price: toDollars(product.price),
    draft: product.draft ?? false,
    images: product.images.map(({ Location }) => Location).join(' '),
  }
  return FIELDS.map((field) => row[field] ?? '')
}
