import { expect, test } from 'vitest'
import { activeFilters, withoutAny } from './active-filters.ts'

test.for([
  [{}, []],
  [{ sort: 'price' }, []],
  [{ color: 'blue' }, ['Blue']],
  [{ minPrice: '5' }, ['From $5.00']],
  [{ maxPrice: '12.5' }, ['Up to $12.50']],
  [
    { sort: 'name', color: 'rainbow', minPrice: '0', maxPrice: '1', inStock: 'true' },
    ['Rainbow', '$0.00 to $1.00', 'In stock'],
  ],
] as const)('the filters %j have the labels %j', ([filters, labels]) => {
  expect(activeFilters(filters).map(({ label }) => label)).toEqual(labels)
})

test('each filter can be removed alone, and removing all keeps the sort order', () => {
  const filters = { sort: 'price', color: 'blue', minPrice: '5', maxPrice: '9', inStock: 'true' }
  expect(activeFilters(filters).map(({ rest }) => Object.keys(rest).join())).toEqual([
    'sort,minPrice,maxPrice,inStock',
    'sort,color,inStock',
    'sort,color,minPrice,maxPrice',
  ])
  expect(withoutAny(filters)).toEqual({ sort: 'price' })
})
