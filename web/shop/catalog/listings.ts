import { categorySlug, titleCase } from '#contract/categories.ts'
import type { Collection } from '#contract/collections.ts'
import type { Filters } from '#contract/filters.ts'
import type { Category } from '#contract/products.ts'
import { TEXT } from '#contract/texts.ts'
import { LAYOUT } from '#web/texts/shop.ts'

/** The parts of a list's path. */
export type ListParams = { keyword?: string; category?: string; collection?: string; pageNumber?: string }

/** The title of a product list, in two parts. */
export function titleOf(
  { keyword, category }: ListParams,
  categories: Category[],
  collection: Collection | null = null,
) {
  if (keyword) return { lead: TEXT.searchResults, subject: keyword }
  if (category) return { lead: TEXT.browseAll, subject: titleCase(labelOf(category, categories)) }
  return { lead: '', subject: collection?.name ?? LAYOUT.shop }
}

/** Name of the category; the requested text for an unknown category. */
const labelOf = (slug: string, categories: Category[]) => categoryOf(slug, categories)?.label ?? slug

/** The category of an address; `cup` means `cups`. */
export function categoryOf(text: string, categories: Category[]) {
  const wantedSlug = categorySlug(text)
  return categories.find(({ slug }) => slug === (wantedSlug === 'cup' ? 'cups' : wantedSlug))
}

/** URL of a page of the list with these filters; the first page has no number. */
export function hrefOf({ keyword, category, collection }: ListParams, page: number, filters: Filters = {}) {
  const list = keyword
    ? `/search/${encodeURIComponent(keyword)}`
    : category
      ? `/category/${encodeURIComponent(categorySlug(category))}`
      : collection
        ? `/collections/${encodeURIComponent(collection)}`
        : '/shop'
  const query = new URLSearchParams(filters).toString()
  return `${list}${page > 1 ? `/page/${page}` : ''}${query && `?${query}`}`
}
