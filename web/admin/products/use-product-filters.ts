import { useCollectionsQuery } from '#web/admin/calls/collectionsApi.ts'
import type { Filter } from '#web/admin/lists/ListFilters.tsx'
import { useCategoriesQuery } from '#web/shop/catalog/catalogApi.ts'
import type { LoadQuery } from '#web/shop/layout/LoadFailure.tsx'
import { PRODUCT_LIST } from '#web/texts/admin-products.ts'

const ALL = ['', PRODUCT_LIST.allCategories] as const

/** The filters of the product list: by category, by collection if there are any, and by what the seller looks after. */
export function useProductFilters(): { filters: Filter[]; filterQuery: LoadQuery } {
  const filterQuery = useCategoriesQuery()
  const { data: categories = [] } = filterQuery
  const { data: collections = [] } = useCollectionsQuery()
  const category: Filter = {
    name: 'category',
    label: PRODUCT_LIST.category,
    options: [ALL, ...categories.map(({ slug, label }) => [slug, label] as const)],
  }
  const collection: Filter = {
    name: 'collection',
    label: PRODUCT_LIST.collection,
    options: [ALL, ...collections.map(({ slug, name }) => [slug, name] as const)],
  }
  const show: Filter = {
    name: 'show',
    label: PRODUCT_LIST.show,
    options: [['', PRODUCT_LIST.everything], ...Object.entries(PRODUCT_LIST.shown)],
  }
  return { filters: collections.length > 0 ? [category, collection, show] : [category, show], filterQuery }
}
