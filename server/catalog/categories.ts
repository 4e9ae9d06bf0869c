import { type Placeholder, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import type { Category } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { categories, products } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { PRODUCTS } from '../texts/catalog.ts'
import { NOT_FOUND } from '../texts/requests.ts'

/** All categories in the order that the admin chose. */
export async function allCategories(db: Db): Promise<Category[]> {
  const rows = await db.select().from(categories).orderBy(categories.position, categories.name)
  return rows.map(({ name, label }) => ({ name, label, slug: categorySlug(name) }))
}

/** Category slug of a name or slug from a URL, with spaces or dashes. `cup` means `cups`. */
export function toCategorySlug(called: string) {
  // PostgreSQL text cannot hold NUL.
  const slug = categorySlug(called).replaceAll('\0', '')
  return slug === 'cup' ? 'cups' : slug
}

/** SQL condition on `products`: the product is in the category with that slug. False for an unknown slug. */
export const inCategory = (wanted: string | Placeholder) =>
  sql`${products.category} = (select ${categories.name} from ${categories} where ${slug} = ${wanted}
    order by ${categories.position} limit 1)`

/** Throws not_found unless a category has that slug. */
export async function requireCategory(db: Db, wanted: string) {
  const [found] = await db.select().from(categories).where(sql`${slug} = ${wanted}`)
  if (!found) throw notFound(NOT_FOUND.category)
}

/** Locks the category against removal until the transaction ends; returns its name. Throws product_refused. */
export async function lockCategory(tx: Db, called: string): Promise<string> {
  const wanted = toCategorySlug(called)
  const [found] = await tx
    .select({ name: categories.name })
    .from(categories)
    .where(sql`${slug} = ${wanted}`)
    .orderBy(categories.position)
    .limit(1)
    .for('key share')
  if (found) return found.name
  const message = PRODUCTS.unknownCategory
  throw new AppError('product_refused', message, { issues: [{ path: 'category', message }] })
}

// SQL version of categorySlug in contract/categories.ts.
const slug = sql`replace(lower(${categories.name}), ' ', '-')`
