import { expect, test } from 'vitest'
import type { ChosenValues } from '#contract/buy-fields.ts'
import { stateOf, type ValueState, valuesOf, withChosen } from './choices.ts'

/** Large is not made in blue, and the small red one is sold. */
const BOWL = {
  axes: ['Size', 'Glaze'],
  choices: [
    ['Small', 'Red', 0],
    ['Small', 'Blue', 3],
    ['Large', 'Red', 1],
    ['Large', 'Green', 2],
  ].map(([size, glaze, qty], place) => ({
    ...{ _id: String(place), slug: `bowl-${place}`, price: 1_000, qty: Number(qty), sku: '', photo: null },
    values: [String(size), String(glaze)],
  })),
}

test('the values of an axis are in the order of the choices, each once', () => {
  expect(valuesOf(BOWL, 0)).toEqual(['Small', 'Large'])
  expect(valuesOf(BOWL, 1)).toEqual(['Red', 'Blue', 'Green'])
  expect(valuesOf({}, 0)).toEqual([])
})

test.for<[chosen: ChosenValues, axis: number, value: string, state: ValueState]>([
  [[undefined, undefined], 0, 'Small', 'available'],
  [['Small', undefined], 1, 'Red', 'sold out'],
  [['Small', undefined], 1, 'Blue', 'available'],
  [['Small', undefined], 1, 'Green', 'not made'],
  [['Large', 'Green'], 0, 'Small', 'not made'],
  [[undefined, 'Red'], 0, 'Small', 'sold out'],
  [['Small', 'Blue'], 0, 'Large', 'not made'],
])('with %j chosen, the value of axis %i that is %s is %s', ([chosen, axis, value, state]) =>
  expect(stateOf(BOWL, chosen, axis, value)).toBe(state),
)

test.for<[chosen: ChosenValues, axis: number, value: string, next: ChosenValues]>([
  [[undefined, undefined], 0, 'Small', ['Small', undefined]],
  [['Small', undefined], 1, 'Blue', ['Small', 'Blue']],
  [['Small', 'Blue'], 0, 'Large', ['Large', undefined]],
  [['Small', 'Red'], 0, 'Large', ['Large', 'Red']],
  [['Small', 'Red'], 1, 'Green', [undefined, 'Green']],
])('after %j, choosing on axis %i the value %s gives %j', ([chosen, axis, value, next]) =>
  expect(withChosen(BOWL, chosen, axis, value)).toEqual(next),
)
