import { expect, test } from 'vitest'
import { lossOf, scarcityOf } from './stock.ts'

test.for([
  [0, null],
  [1, 'One of a kind'],
  [2, 'Only 2 left'],
  [3, 'Only 3 left'],
  [4, null],
] as const)('a piece of which there are %i is marked %s', ([stock, mark]) => expect(scarcityOf(stock)).toBe(mark))

test.for([
  ['the only one is sold', 1, 0, 'Somebody has just bought this one.'],
  ['the last ones are sold', 4, 0, 'Somebody has just bought the last one.'],
  ['some are sold', 4, 1, null],
  ['it was sold out before', 0, 0, null],
  ['it has come back', 0, 2, null],
] as const)('%s: what the page says', ([, before, stock, said]) => expect(lossOf(before, stock)).toBe(said))
