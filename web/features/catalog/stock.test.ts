import { expect, test } from 'vitest'
import { scarcityText, stockLossText } from './stock.ts'

test.for([
  [0, false, null],
  [1, false, 'Last one'],
  [1, undefined, 'Last one'],
  [1, true, 'One of a kind'],
  [0, true, null],
  [2, false, 'Only 2 left'],
  [3, false, 'Only 3 left'],
  [4, false, null],
] as const)('a product with %i in stock, one of a kind: %j, has the badge %s', ([qty, oneOfAKind, mark]) =>
  expect(scarcityText({ qty, oneOfAKind })).toBe(mark),
)

test.for([
  ['the one of its kind is sold', 1, true, 0, 'Someone just bought this one.'],
  ['the last one is sold', 1, false, 0, 'Someone just bought the last one.'],
  ['the last ones are sold', 4, false, 0, 'Someone just bought the last one.'],
  ['some are sold', 4, false, 1, null],
  ['it was sold out before', 0, false, 0, null],
  ['it has come back', 0, true, 1, null],
] as const)('%s: the message of the page', ([, qty, oneOfAKind, stock, said]) =>
  expect(stockLossText({ qty, oneOfAKind }, stock)).toBe(said),
)
