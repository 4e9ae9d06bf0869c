import { SelectField } from '../../../ui/Field.tsx'
import { useCategoriesQuery } from '../../catalog/catalogApi.ts'
import { LoadFailure } from '../../layout/LoadFailure.tsx'
import type { ListAddress } from '../lists/listAddress.ts'

const SHOWN = { draft: 'Drafts', low: 'Low in stock', soldout: 'Sold out', featured: 'Featured' }

const ORDERS = {
  '': 'Newest first',
  created: 'Oldest first',
  name: 'Name',
  sku: 'SKU',
  price: 'Price, lowest first',
  '-price': 'Price, highest first',
  category: 'Category',
  qty: 'Quantity, lowest first',
  '-qty': 'Quantity, highest first',
}

/** What narrows the list of products, and its order where there are no headings to press. */
export function ProductFilters({ address }: { address: ListAddress }) {
  const query = useCategoriesQuery()
  const { data: categories = [] } = query
  const field = (name: string) => ({
    value: address.read(name),
    onChange: ({ target }: { target: HTMLSelectElement }) => address.change({ [name]: target.value }),
  })
  return (
    <>
      <LoadFailure queries={[query]} className="basis-full" />
      <SelectField label="Category" {...field('category')}>
        <option value="">All</option>
        {categories.map(({ label, slug }) => (
          <option key={slug} value={slug}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Show" {...field('show')}>
        <option value="">Everything</option>
        {Object.entries(SHOWN).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Sort by" {...field('sort')}>
        {Object.entries(ORDERS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </>
  )
}
