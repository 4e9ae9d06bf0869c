// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../testing/screens.tsx'
import { FILTERS } from '../../texts/shop.ts'
import { FilterPanel } from './FilterPanel.tsx'
import { useFilters } from './use-filters.ts'

const FACETS = { total: 3, colors: [], minPrice: 500, maxPrice: 250_000, inStock: 3 }

const Panel = () => <FilterPanel filtering={useFilters()} facets={FACETS} total={3} />

test.for([
  ['12,50', '?minPrice=12.50', '12.50'],
  ['12.5', '?minPrice=12.50', '12.50'],
  ['$20', '?minPrice=20', '20'],
  ['1,250', '?minPrice=1250', '1250'],
  ['.5', '?minPrice=0.50', '0.50'],
  ['12,5', '', ''],
  ['1.005', '', ''],
  ['many', '', ''],
] as const)('a price typed as %s filters by %j', ([typed, search, shown]) => {
  const { place } = openScreen(<Panel />, { path: '/shop' })
  const field = screen.getByLabelText<HTMLInputElement>(FILTERS.from)
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.blur(field)
  expect([place().path, field.value]).toEqual([`/shop${search}`, shown])
})
