import { expect, test } from 'vitest'
import { parseFilters } from './filters.ts'

test.for([
  ['12,50', '12.50'],
  ['$12,50', '12.50'],
  ['$ 12.5', '12.50'],
  ['1,250', '1250'],
  ['24.00', '24'],
  ['.5', '0.50'],
  ['0', '0'],
  [' 20 ', '20'],
  ['999999.99', '999999.99'],
  ['1000000', undefined],
  ['1.250,00', undefined],
  ['5.001', undefined],
  ['-1', undefined],
  ['1e2', undefined],
  ['cheap', undefined],
  ['', undefined],
] as const)('a price of “%s” in the address filters by %s', ([typed, amount]) => {
  expect(parseFilters(new URLSearchParams({ minPrice: typed })).minPrice).toBe(amount)
})

test.for([
  ['?maxPrice=5&minPrice=20', { minPrice: '5', maxPrice: '20' }],
  ['?minPrice=12%2C50&maxPrice=%249', { minPrice: '9', maxPrice: '12.50' }],
  ['?minPrice=9&maxPrice=10', { minPrice: '9', maxPrice: '10' }],
  ['?minPrice=20&maxPrice=cheap', { minPrice: '20' }],
  ['?color=red&sort=price&inStock=true', { sort: 'price', color: 'red', inStock: 'true' }],
  ['?color=rouge&sort=up&inStock=yes', {}],
] as const)('%s filters by %j', ([search, filters]) => expect(parseFilters(search)).toEqual(filters))
