import { type Placeholder, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import type { Category } from '#contract/products.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { categories, products } from '#server/shop/schema/catalog.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { PRODUCTS } from './texts.ts'

/** All categories in the order that the admin chose. */
export async function allCategories(db: Db): Promise<Category[]> {
  const rows = await db.select().from(categories).orderBy(categories.position, categories.name)
  return rows.map(({ name, label }) => ({ name, label, slug: categorySlug(name) }))
}

/** Category slug of a name or slug from a URL, with spaces or dashes. `cup` means `cups`. */
export function toCategorySlug(text: string) {
  // PostgreSQL text cannot hold NUL.
  const slug = categorySlug(text).replaceAll('\0', '')
  return slug === 'cup' ? 'cups' : slug
}

/** SQL condition on `products`: the product is in the category with that slug. False for an unknown slug. */
export const inCategory = (wantedSlug: string | Placeholder) =>
  sql`${products.category} = (select ${categories.name} from ${categories} where ${slug} = ${wantedSlug}
    order by ${categories.position} limit 1)`

/** Throws not_found unless a category has that slug. */
export async function requireCategory(db: Db, wantedSlug: string) {
  const [category] = await db.select().from(categories).where(sql`${slug} = ${wantedSlug}`)
  if (!category) throw notFound(NOT_FOUND.category)
}

/** Locks the category against removal until the transaction ends; returns its name. Throws product_refused. */
export async function lockCategory(tx: Db, text: string): Promise<string> {
  const wantedSlug = toCategorySlug(text)
  const [category] = await tx
    .select({ name: categories.name })
    .from(categories)
    .where(sql`${slug} = ${wantedSlug}`)
    .orderBy(categories.position)
    .limit(1)
    .for('key share')
  if (category) return category.name
  const message = PRODUCTS.unknownCategory
  throw new AppError('product_refused', message, { issues: [{ path: 'category', message }] })
}

// SQL version of categorySlug in contract/categories.ts.
const slug = sql`replace(lower(${categories.name}), ' ', '-')`
