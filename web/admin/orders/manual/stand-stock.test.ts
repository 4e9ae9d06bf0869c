import { expect, test } from 'vitest'
import type { Stand, StandProduct } from '#contract/admin/orders.ts'
import { type Fields, type Line, lineOf } from './manual-draft.ts'
import { hasWords, productsAfter, standLines, standQuote, unitsOf } from './stand-stock.ts'
import { unitsIn } from './unsent-sales.ts'

const PEN: StandProduct = { _id: 'pen', name: 'Walnut Pen', price: 1000, qty: 3, images: [] }
const choice = (id: string, qty: number, price = 2000) => ({
  ...{ _id: id, slug: id, values: [id], price, qty, sku: '', photo: null },
})
const MUG: StandProduct = {
  ...{ _id: 'mug', name: 'Oat Mug', price: 2000, qty: 3, images: [], axes: ['Size'] },
  choices: [choice('small', 1), choice('large', 2, 2500)],
}
const ENGRAVED: StandProduct = {
  ...{ _id: 'spoon', name: 'Spoon', price: 500, qty: 2, images: [] },
  asks: [{ key: 'letters', label: 'Letters', kind: 'text', required: false, price: 300 }],
}
const STAND: Stand = {
  products: [PEN, MUG, ENGRAVED],
  ...{ hasMore: false, isTaxIncluded: false, hasPickup: false },
  tax: { ppm: 55_000, mode: 'flat', shipping: false },
}
const [, large] = MUG.choices ?? []
const fields = (more: Partial<Fields> = {}) => ({ way: 'hand', paid: 'cash', ...more }) as Fields
const draft = (lines: Line[], more?: Partial<Fields>) => ({ lines, fields: fields(more) })
const of = (line: Line, qty: number): Line => ({ ...line, qty })

test.for([
  ['nothing', {}, [3, 3]],
  ['some of a plain product', { pen: 2 }, [1, 3]],
  ['all of it', { pen: 3 }, [0, 3]],
  ['more than there is by now', { pen: 9 }, [0, 3]],
  ['a choice', { large: 2 }, [3, 1]],
  ['every choice', { large: 2, small: 1 }, [3, 0]],
] as const)('what is left after a sale of %s', ([, units, left]) => {
  const after = productsAfter([PEN, MUG], new Map(Object.entries(units)))
  expect(after.map(({ qty }) => qty)).toEqual(left)
})

test('the units of unsent sales are by product and choice', () => {
  const sales = [draft([of(lineOf(PEN), 2)]), draft([lineOf(PEN), of(lineOf(MUG, large), 2)])]
  const whole = sales.map((one) => ({ draft: { key: 'k', emails: false, ...one } }))
  expect(Object.fromEntries(unitsIn(whole))).toEqual({ pen: 3, large: 2 })
  expect(unitsOf(MUG, [lineOf(PEN), of(lineOf(MUG, large), 2)])).toBe(2)
})

test.for([
  ['one rate on top', STAND.tax, draft([of(lineOf(PEN), 2)]), 2110],
  ['tax within', { ...STAND.tax, mode: 'included' as const }, draft([of(lineOf(PEN), 2)]), 2000],
  ['a discount', STAND.tax, draft([lineOf(PEN)], { discount: '4' }), 655],
  ['a discount within', { ...STAND.tax, mode: 'included' as const }, draft([lineOf(PEN)], { discount: '4' }), 600],
  [
    'a choice and an answer',
    STAND.tax,
    draft([lineOf(MUG, large), lineOf(ENGRAVED, undefined, { letters: 'A' })]),
    3482,
  ],
  ['a price that has changed since', STAND.tax, draft([{ ...lineOf(PEN), price: 1 }]), 1055],
] as const)('the stand knows what %s costs', ([, tax, sale, total]) => {
  expect(standQuote(sale, { ...STAND, tax })?.totalPrice).toBe(total)
})

test.for([
  ['an empty cart', draft([])],
  ['a coupon', draft([lineOf(PEN)], { code: 'SPRING' })],
  ['a parcel', draft([lineOf(PEN)], { way: 'shipping' })],
  ['a product that the stand does not have', draft([lineOf({ ...PEN, _id: 'other' })])],
] as const)('only the shop knows what %s costs', ([, sale]) => {
  expect(standQuote(sale, STAND)).toBeUndefined()
})

test('the lines of a draft have the price and the stock of now', () => {
  const line = { ...of(lineOf(PEN), 2), price: 1, most: 9 }
  expect(standLines([line], STAND.products)).toMatchObject([{ price: 1000, most: 3, qty: 2 }])
})

test.for([
  ['walnut', true],
  ['pen WAL', true],
  ['oak', false],
  ['', true],
] as const)('the words “%s” are in the name of a walnut pen: %s', ([words, isFound]) => {
  expect(hasWords(PEN, words)).toBe(isFound)
})
