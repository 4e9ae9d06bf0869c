import { expect, test } from 'vitest'
import { pauseBefore, scarcityText, stockNews } from './stock.ts'

test.for([
  [0, false, null],
  [1, false, 'Last one'],
  [1, undefined, 'Last one'],
  [1, true, 'One of a kind'],
  [0, true, null],
  [2, false, 'Only 2 left'],
  [3, false, 'Only 3 left'],
  [4, false, null],
] as const)('a product with %i in stock, one of a kind: %j, has the badge %s', ([qty, oneOfAKind, badge]) =>
  expect(scarcityText({ qty, oneOfAKind })).toBe(badge),
)

const [SOON, PAST] = [new Date(Date.now() + 60_000).toISOString(), new Date(Date.now() - 1_000).toISOString()]

test.for([
  ['the one of its kind is sold', { qty: 1 }, true, { qty: 0 }, 'justSold'],
  ['the last one is sold', { qty: 1 }, false, { qty: 0 }, 'lastSold'],
  ['the last ones are sold', { qty: 4 }, false, { qty: 0 }, 'lastSold'],
  ['some are sold', { qty: 4 }, false, { qty: 1 }, null],
  ['it was sold out before', { qty: 0 }, false, { qty: 0 }, null],
  ['it has come back', { qty: 0 }, true, { qty: 1 }, null],
  ['somebody begins to pay', { qty: 1 }, true, { qty: 0, payingUntil: SOON }, 'beingPaid'],
  ['somebody still pays', { qty: 0, payingUntil: SOON }, true, { qty: 0, payingUntil: SOON }, 'beingPaid'],
  [
    'a payment takes more than its two minutes',
    { qty: 0, payingUntil: PAST },
    true,
    { qty: 0, payingUntil: PAST },
    'beingPaid',
  ],
  ['the payment fails', { qty: 0, payingUntil: SOON }, true, { qty: 1 }, 'stays'],
  ['the payment succeeds', { qty: 0, payingUntil: SOON }, true, { qty: 0 }, 'justSold'],
] as const)('%s: the news on the page', ([, before, oneOfAKind, now, news]) =>
  expect(stockNews(before, now, oneOfAKind)).toBe(news),
)

test('an open page asks less and less often, and not at the same time as others', () => {
  expect([0, 1, 2, 9].map((requestCount) => pauseBefore('paying', requestCount, 0.5))).toEqual([
    5_000, 7_500, 11_250, 30_000,
  ])
  expect([pauseBefore('lastOne', 0, 0), pauseBefore('lastOne', 0, 1)]).toEqual([15_000, 25_000])
  expect(pauseBefore('lastOne', 50, 0.5)).toBe(120_000)
})
