import { titleCase } from '#contract/categories.ts'
import type { Db } from '#server/platform/db/client.ts'
import { categories } from '#server/shop/schema/catalog.ts'

/** The names of the demo categories, in their order. */
export const CATEGORIES = ['zi-collection', 'cups', 'pens', 'wine stoppers', 'keychains', 'cup charms', 'accessories']

/** Inserts the demo categories that are missing. */
export async function addCategories(db: Db) {
  const rows = CATEGORIES.map((name, position) => ({ name, label: titleCase(name), position }))
  await db.insert(categories).values(rows).onConflictDoNothing()
}
