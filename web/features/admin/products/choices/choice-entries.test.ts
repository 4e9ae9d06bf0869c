import { expect, test } from 'vitest'
import {
  axisValues,
  type ChoiceEntry,
  choicesOnto,
  choiceUpdatesOf,
  firstChoice,
  groupingOf,
  missingChoices,
  regrouped,
  withAxisValues,
} from './choice-entries.ts'

const choice = (values: string[], fields: Partial<ChoiceEntry> = {}): ChoiceEntry => ({
  ...{ key: values.join(), _id: values.join(), values, price: '12.00', qty: '2', qtyLoaded: 2, sku: '', photo: null },
  ...fields,
})
const FAMILY = [choice(['Small', 'Red']), choice(['Small', 'Blue']), choice(['Large', 'Red'])]
const valuesOf = (choices: ChoiceEntry[]) => choices.map(({ values }) => values.join(' / '))

test('the first choice of a product takes over price, stock and SKU, also when its value is typed', () => {
  const first = firstChoice({ price: '20.00', qty: '7', sku: 'M-1' })
  const [small, large, ...others] = withAxisValues([first], 0, [' Small ', 'Large', '', 'Large'])
  expect(small).toEqual({ ...first, values: ['Small'] })
  expect(large).toMatchObject({ values: ['Large'], price: '20.00', qty: '0', sku: '', _id: undefined })
  expect(others).toEqual([])
})

test('one value that changes in its place is renamed: its choices stay', () => {
  const next = withAxisValues(FAMILY, 0, ['Small', 'Big'])
  expect(valuesOf(next)).toEqual(['Small / Red', 'Small / Blue', 'Big / Red'])
  expect(next.map(({ _id }) => _id)).toEqual(FAMILY.map(({ _id }) => _id))
})

test('a new value comes with each combination of the others, out of stock, and in the typed order', () => {
  const next = withAxisValues(FAMILY, 1, ['Blue', 'Green', 'Red'])
  expect(valuesOf(next)).toEqual([
    ...['Small / Blue', 'Small / Green', 'Small / Red'],
    ...['Large / Green', 'Large / Red'],
  ])
  expect(next.filter(({ _id }) => !_id).map(({ qty, qtyLoaded }) => [qty, qtyLoaded])).toEqual([
    ['0', undefined],
    ['0', undefined],
  ])
})

test('the choices of a value that is gone are gone; without any value nothing changes', () => {
  expect(valuesOf(withAxisValues(FAMILY, 0, ['Small']))).toEqual(['Small / Red', 'Small / Blue'])
  expect(withAxisValues(FAMILY, 0, [' '])).toEqual(FAMILY)
})

test('all values of an axis may be typed anew', () => {
  expect(valuesOf(withAxisValues(FAMILY, 0, ['S', 'M', 'L']))).toEqual([
    ...['S / Red', 'S / Blue', 'M / Red', 'M / Blue', 'L / Red', 'L / Blue'],
  ])
})

test('missing combinations are those that are not made', () =>
  expect(valuesOf(missingChoices(FAMILY))).toEqual(['Large / Blue']))

test('a column follows nothing, one axis, or each combination; regrouping takes the first value of each group', () => {
  expect(groupingOf(FAMILY, 'price')).toBe('all')
  const bySize = [...FAMILY.slice(0, 2), choice(['Large', 'Red'], { price: '15.00' })]
  expect(groupingOf(bySize, 'price')).toBe(0)
  const each = [choice(['Small', 'Red'], { price: '9.00' }), ...bySize.slice(1)]
  expect(groupingOf(each, 'price')).toBe('each')
  expect(regrouped(each, 'price', 0).map(({ price }) => price)).toEqual(['9.00', '9.00', '15.00'])
  expect(regrouped(each, 'price', 'all').map(({ price }) => price)).toEqual(['9.00', '9.00', '9.00'])
})

test('the stock of a choice moves by the typed difference on top of what was sold meanwhile', () => {
  const mine = [choice(['Small', 'Red'], { qty: '5' }), choice(['Small', 'Blue'], { qty: '0' })]
  const fresh = [choice(['Small', 'Red'], { qtyLoaded: 1 }), choice(['Small', 'Blue'], { qtyLoaded: 1 })]
  expect(choicesOnto(mine, fresh).map(({ qty, qtyLoaded }) => [qty, qtyLoaded])).toEqual([
    ['4', 1],
    ['1', 1],
  ])
})

test('an edit has dollars and counts, and NaN for what cannot be read', () =>
  expect(choiceUpdatesOf([choice([' Small '], { price: '12,50', qty: 'two' })])).toEqual([
    expect.objectContaining({ values: ['Small'], price: 12.5, qty: Number.NaN, makeDays: null }),
  ]))

test('the values of an axis are listed once', () => expect(axisValues(FAMILY, 1)).toEqual(['Red', 'Blue']))
