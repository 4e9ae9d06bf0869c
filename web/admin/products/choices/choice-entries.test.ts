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
  withMissing,
} from './choice-entries.ts'

const choice = (values: string[], fields: Partial<ChoiceEntry> = {}): ChoiceEntry => ({
  ...{
    key: values.join(),
    _id: values.join(),
    values,
    price: '12.00',
    wasPrice: '',
    qty: '2',
    qtyLoaded: 2,
    sku: '',
    photo: null,
  },
  ...fields,
})
const FAMILY = [choice(['Small', 'Red']), choice(['Small', 'Blue']), choice(['Large', 'Red'])]
const valuesOf = (choices: ChoiceEntry[]) => choices.map(({ values }) => values.join(' / '))

test('the first choice of a product takes over price, stock and SKU, also when its value is typed', () => {
  const first = firstChoice({ price: '20.00', wasPrice: '25.00', qty: '7', sku: 'M-1' })
  const [small, large, ...others] = withAxisValues([first], 0, [' Small ', 'Large', '', 'Large'])
  expect(small).toEqual({ ...first, values: ['Small'] })
  expect(large).toMatchObject({ values: ['Large'], price: '20.00', wasPrice: '', qty: '0', sku: '', _id: undefined })
  expect(others).toEqual([])
})

test('one value that changes in its place is renamed: its choices stay', () => {
  const next = withAxisValues(FAMILY, 0, ['Small', 'Big'])
  expect(valuesOf(next)).toEqual(['Small / Red', 'Small / Blue', 'Big / Red'])
  expect(next.map(({ _id }) => _id)).toEqual(FAMILY.map(({ _id }) => _id))
})

test('several values that change in their places are renamed, but not those that only move', () => {
  const next = withAxisValues(FAMILY, 0, ['Tiny', 'Huge'])
  expect(next).toMatchObject(FAMILY.map(({ _id, qty }) => ({ _id, qty })))
  expect(valuesOf(next)).toEqual(['Tiny / Red', 'Tiny / Blue', 'Huge / Red'])
  const moved = withAxisValues(FAMILY, 0, ['Large', 'Small'])
  expect(moved.map(({ _id, values }) => [_id, values.join()])).toEqual(
    ['Large,Red', 'Small,Red', 'Small,Blue'].map((values) => [values, values]),
  )
})

test('a new choice has the price and the photo that choices of its value share', () => {
  const small = { price: '10.00', photo: '/images/small.avif' }
  const large = { price: '20.00', photo: '/images/large.avif' }
  const bySize = FAMILY.map((one) => ({ ...one, ...(one.values[0] === 'Small' ? small : large) }))
  const filled = withMissing(bySize)
  expect(filled).toMatchObject([small, small, large, large])
  expect(valuesOf(filled.slice(3))).toEqual(['Large / Blue'])
  const [red, blue] = withAxisValues(bySize, 0, ['Small', 'Large', 'Medium']).slice(3)
  expect(red?.price).toBe(blue?.price)
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
  expect([groupingOf(FAMILY, 'price', 'each'), groupingOf(bySize, 'price', 'all')]).toEqual(['each', 0])
})

test('the stock of a choice moves by the typed difference on top of what was sold meanwhile', () => {
  const mine = [choice(['Small', 'Red'], { qty: '5' }), choice(['Small', 'Blue'], { qty: '0' })]
  const fresh = [choice(['Small', 'Red'], { qtyLoaded: 1 }), choice(['Small', 'Blue'], { qtyLoaded: 1 })]
  expect(choicesOnto(mine, fresh).map(({ qty, qtyLoaded }) => [qty, qtyLoaded])).toEqual([
    ['4', 1],
    ['1', 1],
  ])
})

test('a choice that was deleted meanwhile is new again, with the typed stock', () => {
  const [small] = choicesOnto([choice(['Small'], { qty: '5' })], [choice(['Large'])])
  expect(small).toMatchObject({ values: ['Small'], qty: '5', _id: undefined, qtyLoaded: undefined })
})

test('an edit has dollars and counts, and NaN for what cannot be read', () =>
  expect(choiceUpdatesOf([choice([' Small '], { price: '12,50', qty: 'two' })], false)).toEqual([
    expect.objectContaining({ values: ['Small'], price: 12.5, wasPrice: null, qty: Number.NaN, makeDays: null }),
  ]))

test('an edit has the typed price before of each choice, and none in a sale', () => {
  const typed = [choice(['Small'], { wasPrice: '15' }), choice(['Large'], { wasPrice: 'some' })]
  expect(choiceUpdatesOf(typed, false).map(({ wasPrice }) => wasPrice)).toEqual([15, Number.NaN])
  expect(choiceUpdatesOf(typed, true).some((update) => 'wasPrice' in update)).toBe(false)
})

test('the values of an axis are listed once', () => expect(axisValues(FAMILY, 1)).toEqual(['Red', 'Blue']))
