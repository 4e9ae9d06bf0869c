// Edits of categories. Each locks the table against other writes, so that no two categories get the same slug; reads
// go on meanwhile.

import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { categorySlug } from '#contract/categories.ts'
import { DEFAULT_CATEGORY } from '#contract/defaults.ts'
import type { Category } from '#contract/products.ts'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { categories, products } from '#server/shop/schema/catalog.ts'
import { NOT_FOUND } from '#server/shop/texts/not-found.ts'
import { allCategories } from './categories.ts'
import { isNoChoice, notDeleted } from './for-sale.ts'
import { traceProducts } from './stock.ts'
import { CATEGORIES, PRODUCT_HISTORY } from './texts.ts'

/** Adds a first category to a shop without categories: every product needs one. */
export async function ensureCategory(db: Db) {
  if ((await db.$count(categories)) > 0) return
  await db
    .insert(categories)
    .values({ name: DEFAULT_CATEGORY, label: DEFAULT_CATEGORY, position: 0 })
    .onConflictDoNothing()
}

/** Adds a category at the end. Throws category_taken. */
export function addCategory(db: Db, name: string): Promise<Category> {
  return withCategoriesLocked(db, async (tx, categoryList) => {
    requireUnusedName(categoryList, name)
    await tx.insert(categories).values({
      name,
      label: name,
      position: sql`(select coalesce(max(${categories.position}), -1) + 1 from ${categories})`,
    })
    return { name, label: name, slug: categorySlug(name) }
  })
}

/** Renames a category, and with it the category of its products. Throws not_found or category_taken. */
export function renameCategory(db: Db, slug: string, name: string, userId: string): Promise<Category> {
  return withCategoriesLocked(db, async (tx, categoryList) => {
    const category = requireKnown(categoryList, slug)
    requireUnusedName(
      categoryList.filter((other) => other !== category),
      name,
    )
    await tx.update(categories).set({ name, label: name }).where(eq(categories.name, category.name))
    if (name !== category.name) await traceRename(tx, category.name, name, userId)
    return { name, label: name, slug: categorySlug(name) }
  })
}

async function traceRename(tx: Db, from: string, to: string, userId: string) {
  const movedProducts = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.category, to), notDeleted, isNoChoice))
  const log = PRODUCT_HISTORY.categoryRenamed(from, to)
  await traceProducts(tx, ...movedProducts.map(({ id }) => ({ productId: id, log, userId })))
}

/** Sets the order of the categories. Throws categories_changed unless `order` names each category once. */
export function orderCategories(db: Db, order: string[]): Promise<Category[]> {
  return withCategoriesLocked(db, async (tx, categoryList) => {
    const isAll = categoryList.length === order.length && categoryList.every(({ name }) => order.includes(name))
    if (!isAll) throw new AppError('categories_changed', CATEGORIES.changedMeanwhile)
    await tx.execute(sql`
      update ${categories} set position = place from unnest(${sql.param(order)}::text[]) with ordinality as wanted (called, place)
      where name = called`)
    return allCategories(tx)
  })
}

/** Removes a category. Throws not_found, or category_in_use for a category with products and for the last one. */
export async function removeCategory(db: Db, slug: string): Promise<void> {
  await withCategoriesLocked(db, async (tx, categoryList) => {
    const { name, label } = requireKnown(categoryList, slug)
    // Waits for transactions that are adding a product to it; later ones fail.
    await tx.select().from(categories).where(eq(categories.name, name)).for('update')
    const [{ pieces } = { pieces: 0 }] = await tx
      .select({ pieces: count() })
      .from(products)
      .where(and(eq(products.category, name), notDeleted, isNoChoice))
    if (pieces > 0) throw new AppError('category_in_use', CATEGORIES.inUse(pieces, label))
    const other = categoryList.find((one) => one.name !== name)
    if (!other) throw new AppError('category_in_use', CATEGORIES.last)
    // Deleted products stay in the table and need a category.
    const isDeletedMember = and(eq(products.category, name), isNotNull(products.deletedAt))
    await tx.update(products).set({ category: other.name }).where(isDeletedMember)
    await tx.delete(categories).where(eq(categories.name, name))
  })
}

function withCategoriesLocked<Done>(db: Db, change: (tx: Db, known: Category[]) => Promise<Done>) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${categories} in share row exclusive mode`)
    return change(tx, await allCategories(tx))
  })
}

function requireKnown(categoryList: Category[], slug: string) {
  const match = categoryList.find((category) => category.slug === slug)
  if (!match) throw notFound(NOT_FOUND.category)
  return match
}

function requireUnusedName(categoryList: Category[], name: string) {
  const namesake = categoryList.find(({ slug }) => slug === categorySlug(name))
  if (!namesake) return
  const message = CATEGORIES.taken(namesake.label)
  throw new AppError('category_taken', message, { issues: [{ path: 'name', message }] })
}
