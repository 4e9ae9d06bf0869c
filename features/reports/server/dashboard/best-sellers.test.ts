import { expect, test } from 'vitest'
import { mayBeAmong } from './best-sellers.ts'

const soldRow = (product: string, qty: number) => ({ product, pieces: qty, amount: 100 * qty })
/** Twelve products that sold 20 to 9 pieces: the tenth sold 11. */
const CACHED_ROWS = Array.from({ length: 12 }, (_, at) => soldRow(`kept ${at}`, 20 - at))

test.for([
  ['nothing was sold lately', [], []],
  ['a product is among those kept', [soldRow('kept 11', 30)], []],
  ['another cannot have sold enough', [soldRow('other', 1)], []],
  ['another may have sold as many as the tenth', [soldRow('other', 2)], ['other']],
  ['another has sold more than all lately', [soldRow('other', 40), soldRow('few', 1)], ['other']],
] as const)('%s', ([, lately, unsure]) => {
  expect(mayBeAmong(CACHED_ROWS, [...lately], { most: CACHED_ROWS.length })).toEqual(unsure)
})

test('where all products are kept, no other has sold anything', () => {
  expect(mayBeAmong(CACHED_ROWS, [soldRow('other', 40)])).toEqual([])
})
