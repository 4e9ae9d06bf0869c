import { expect, test } from 'vitest'
import { mayBeAmong } from './best-sellers.ts'

const sold = (product: string, pieces: number) => ({ product, pieces, amount: 100 * pieces })
/** Twelve products that sold 20 to 9 pieces: the tenth sold 11. */
const KEPT = Array.from({ length: 12 }, (_, at) => sold(`kept ${at}`, 20 - at))

test.for([
  ['nothing was sold lately', [], []],
  ['a product is among those kept', [sold('kept 11', 30)], []],
  ['another cannot have sold enough', [sold('other', 1)], []],
  ['another may have sold as many as the tenth', [sold('other', 2)], ['other']],
  ['another has sold more than all lately', [sold('other', 40), sold('few', 1)], ['other']],
] as const)('%s', ([, lately, unsure]) => {
  expect(mayBeAmong(KEPT, [...lately], { most: KEPT.length })).toEqual(unsure)
})

test('where all products are kept, no other has sold anything', () => {
  expect(mayBeAmong(KEPT, [sold('other', 40)])).toEqual([])
})
