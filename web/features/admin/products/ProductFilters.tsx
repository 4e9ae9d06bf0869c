import { PRODUCT_LIST } from '../../../texts/admin-products.ts'
import { SelectField } from '../../../ui/Field.tsx'
import { useCategoriesQuery } from '../../catalog/catalogApi.ts'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import { useCollectionsQuery } from '../collections/collectionsApi.ts'
import type { ListAddress } from '../lists/list-address.ts'

/** The filters of the product list, and on a phone, which has no headings, its order. */
export function ProductFilters({ address }: { address: ListAddress }) {
  const query = useCategoriesQuery()
  const { data: categories = [] } = query
  const { data: collections = [] } = useCollectionsQuery()
  const field = (name: string) => ({
    value: address.read(name),
    onChange: ({ target }: { target: HTMLSelectElement }) => address.change({ [name]: target.value }),
  })
  return (
    <>
      <LoadFailure queries={[query]} className="basis-full" />
      <SelectField label={PRODUCT_LIST.category} {...field('category')}>
        <option value="">{PRODUCT_LIST.allCategories}</option>
        {categories.map(({ label, slug }) => (
          <option key={slug} value={slug}>
            {label}
          </option>
        ))}
      </SelectField>
      {collections.length > 0 && (
        <SelectField label={PRODUCT_LIST.collection} {...field('collection')}>
          <option value="">{PRODUCT_LIST.allCategories}</option>
          {collections.map(({ name, slug }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField label={PRODUCT_LIST.show} {...field('show')}>
        <option value="">{PRODUCT_LIST.everything}</option>
        {Object.entries(PRODUCT_LIST.shown).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label={PRODUCT_LIST.sortBy} {...field('sort')}>
        {Object.entries(PRODUCT_LIST.orders).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  )
}
