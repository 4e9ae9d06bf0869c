import { expect, test } from 'vitest'
import type { ChosenValues } from '#contract/buy-fields.ts'
import { onlyChoiceLeft, stateOf, swatchesOf, type ValueState, valuesOf, withChosen } from './choices.ts'

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

test.for<[left: number[], only: string | undefined]>([
  [[0, 3, 0, 0], 'bowl-1'],
  [[0, 3, 1, 0], undefined],
  [[0, 0, 0, 0], undefined],
])('with %j left the only choice is %s', ([left, only]) => {
  const choices = BOWL.choices.map((choice, place) => ({ ...choice, qty: left[place] ?? 0 }))
  expect(onlyChoiceLeft({ ...BOWL, choices })?.slug).toBe(only)
})

test.for<[chosen: ChosenValues, axis: number, value: string, state: ValueState]>([
  [[undefined, undefined], 0, 'Small', 'available'],
  [['Small', undefined], 1, 'Red', 'sold out'],
  [['Small', undefined], 1, 'Blue', 'available'],
  [['Small', undefined], 1, 'Green', 'not made'],
  [['Large', 'Green'], 0, 'Small', 'not made'],
  [[undefined, 'Red'], 0, 'Small', 'sold out'],
  [['Small', 'Blue'], 0, 'Large', 'not made'],
])('with %j chosen, the value of axis %i that is %s is %s', ([values, axis, value, state]) =>
  expect(stateOf(BOWL, values, axis, value)).toBe(state),
)

test.for<[chosen: ChosenValues, axis: number, value: string, next: ChosenValues]>([
  [[undefined, undefined], 0, 'Small', ['Small', undefined]],
  [['Small', undefined], 1, 'Blue', ['Small', 'Blue']],
  [['Small', 'Blue'], 0, 'Large', ['Large', undefined]],
  [['Small', 'Red'], 0, 'Large', ['Large', 'Red']],
  [['Small', 'Red'], 1, 'Green', [undefined, 'Green']],
])('after %j, choosing on axis %i the value %s gives %j', ([values, axis, value, next]) =>
  expect(withChosen(BOWL, values, axis, value)).toEqual(next),
)

const photo = (Location: string) => ({ Location, alt: '', width: 1, height: 1, placeholder: '' })

test.for<[what: string, photos: (string | null)[], axis: number, swatches: string[]]>([
  ['by glaze', ['red', 'blue', 'red', 'green'], 1, ['red', 'blue', 'green']],
  ['by glaze, not by size', ['red', 'blue', 'red', 'green'], 0, []],
  ['with a glaze that has none', ['red', null, 'red', 'green'], 1, []],
  ['with two glazes that share one', ['red', 'red', 'red', 'green'], 1, []],
  ['with none', [null, null, null, null], 1, []],
])('photos %s tell the values apart: %j', ([, photos, axis, swatches]) => {
  const images = ['red', 'blue', 'green'].map(photo)
  const choices = BOWL.choices.map((choice, place) => ({ ...choice, photo: photos[place] ?? null }))
  expect(swatchesOf({ ...BOWL, choices, images }, axis).map((image) => image?.Location)).toEqual(swatches)
})
