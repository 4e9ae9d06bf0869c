import { expect, test } from 'vitest'
import { type ChosenValues, choiceOf, quantityIn } from './buy-fields.ts'

test.for([
  ['2', 4, 2],
  ['9', 4, 4],
  ['0', 4, 1],
  ['-3', 4, 1],
  ['2.5', 4, 1],
  ['1e3', 4, 1],
  ['many', 4, 1],
  [null, 4, 1],
  ['99999999999999999999', 4, 1],
  ['3', 0, 1],
] as const)('the quantity %s with a stock of %i gives %i', ([raw, stock, qty]) => {
  const fields = new URLSearchParams(raw === null ? {} : { qty: raw })
  expect(quantityIn(fields, stock)).toBe(qty)
})

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

test.for<[chosen: ChosenValues, id: string | undefined]>([
  [['Small', 'Blue'], '1'],
  [['Small', undefined], undefined],
  [['Large', 'Blue'], undefined],
  [[undefined, undefined], undefined],
])('the values %j are those of the choice %s', ([chosen, id]) => expect(choiceOf(BOWL, chosen)?._id).toBe(id))
