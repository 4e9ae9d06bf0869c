import { type Placeholder, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import type { Category } from '#contract/products.ts'
import type { Db } from '../db/client.ts'
import { categories } from '../db/schema.ts'
import { AppError, notFound } from '../errors.ts'
import { PRODUCTS } from '../texts/catalog.ts'
import { NOT_FOUND } from '../texts/requests.ts'

/** The categories in the shop's order. */
export async function allCategories(db: Db): Promise<Category[]> {
  const rows = await db.select().from(categories).orderBy(categories.position, categories.name)
  return rows.map(({ name, label }) => ({ name, label, slug: categorySlug(name) }))
}

/** The slug of the category that is called so, with spaces or dashes. `cup` is accepted wherever `cups` is. */
export function calledSlug(called: string) {
  // PostgreSQL knows no NUL in a text.
  const slug = categorySlug(called).replaceAll('\0', '')
  return slug === 'cup' ? 'cups' : slug
}

/** Products of the category with that slug; of none when it is unknown. */
export const inCategory = (wanted: string | Placeholder) =>
  sql`products.category = (select name from categories where ${slug} = ${wanted} order by position limit 1)`

/** Throws not_found unless there is a category with that slug. */
export async function requireCategory(db: Db, wanted: string) {
  const [found] = await db.select().from(categories).where(sql`${slug} = ${wanted}`)
  if (!found) throw notFound(NOT_FOUND.category)
}

/** The name of the category that is called so, which stays while the transaction is open. Throws product_refused. */
export async function categoryCalled(tx: Db, called: string): Promise<string> {
  const wanted = calledSlug(called)
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

// The slug of contract/categories.ts, for a name in the database.
const slug = sql`replace(lower(categories.name), ' ', '-')`
