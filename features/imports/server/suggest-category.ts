import { CategoryName } from '#contract/admin/categories.ts'
import { categorySlug } from '#contract/categories.ts'
import type { Category } from '#contract/products.ts'
import type { Listing } from './listing.ts'

/**
 * The category that a listing probably belongs in: that of the shop which the source names; else what the source names,
 * as a new one; else the one whose name is among the words of its name and tags; else the first of the shop.
 */
export function suggestedCategory({ category, name, tags }: Listing, categoryList: Category[]): string {
  const namesake = categoryList.find(
    ({ label, name: categoryName }) => isSame(label, category) || isSame(categoryName, category),
  )
  if (namesake) return namesake.name
  const { data: newName } = CategoryName.safeParse({ name: category })
  if (newName) return newName.name
  const words = ` ${[name, ...tags]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
  const mentionedCategories = categoryList
    .filter(({ label }) => words.includes(` ${singular(label)} `) || words.includes(` ${label.toLowerCase()} `))
    .toSorted((one, other) => other.label.length - one.label.length)
  return (mentionedCategories[0] ?? categoryList[0])?.name ?? ''
}

const singular = (text: string) =>
  text
    .toLowerCase()
    .trim()
    .replace(/(?<=\p{L}{2})s$/u, '')

const isSame = (one: string, other: string) => categorySlug(singular(one)) === categorySlug(singular(other))
