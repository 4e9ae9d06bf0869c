import { expect, test } from 'vitest'
import type { Checkout } from '#lab/torture/traffic.ts'
import { longestStale } from './freshness.ts'
import { type Request, requestsOf } from './load.ts'
import { answersOf, longestPause, rowOf, untilLastFailure } from './outcome.ts'

const request = (until: number, ending: Request['ending'], kind: Request['kind'] = 'pages'): Request => ({
  kind,
  from: until - 10,
  until,
  ending,
  isFailed: ending !== 200,
})
const sale = (until: number): Checkout => ({
  from: until - 50,
  until,
  placed: 201,
  pressed: until - 20,
  paid: 200,
  said: 'COMPLETED',
})

test('what counts as failed of a checkout', () => {
  const cases: [Partial<Checkout>, string[]][] = [
    [{ placed: 201, pressed: 5, paid: 200 }, []],
    // Somebody else was quicker with the last one.
    [{ placed: 409 }, []],
    [{ placed: 201, pressed: 5, paid: 409 }, []],
    [{ placed: 503 }, ['placing']],
    [{ placed: 201, pressed: 5, paid: 'lost' }, ['paying']],
    [{ placed: 201, pressed: 5, paid: 500 }, ['paying']],
    [{ placed: 'unreached' }, ['placing']],
  ]
  for (const [checkout, failureCount] of cases)
    expect(
      requestsOf({ from: 0, until: 9, ...checkout })
        .filter(({ isFailed }) => isFailed)
        .map(({ kind }) => kind),
      JSON.stringify(checkout),
    ).toEqual(failureCount)
})

test('the pause counts from the last sale before the fault to the next, and to the end when there is none', () => {
  expect(longestPause([900, 1_000, 4_000, 4_100].map(sale), 1_050, 5_000)).toBe(3_000)
  expect(longestPause([1_000].map(sale), 1_050, 9_000)).toBe(8_000)
  expect(longestPause([], 1_000, 3_000)).toBe(2_000)
})

test('recovery ends with the last request that failed', () => {
  expect(untilLastFailure([request(1_500, 503), request(3_000, 'lost'), request(9_000, 200)], 1_000)).toBe(2_000)
  expect(untilLastFailure([request(9_000, 200)], 1_000)).toBe(0)
})

test('a row says how many of each kind failed, and with which answers', () => {
  const requests = [request(500, 503), request(1_500, 503), request(1_600, 200), request(1_700, 'lost', 'paying')]
  const outcome = { struckAt: 1_000, endedAt: 9_000, requests, checkouts: [sale(1_400)], lost: 0, violated: [] }
  expect(rowOf('a fault', outcome)).toMatchObject({
    what: 'a fault',
    pages: '1 of 2',
    paying: '1 of 1',
    JSON: '0 of 0',
    'until the last failure': '0.7',
    'shoppers saw': '1 × 503, 1 × lost',
    'payments lost': 0,
    violations: 0,
  })
  expect(answersOf([])).toBe('nothing')
})

test('an old price is old since the next one was saved, also when that save was refused', () => {
  const sight = (save: number, askedAt: number) => ({ place: '', save, asked: askedAt, answered: askedAt })
  const savedAt = [0, 1_000, Number.POSITIVE_INFINITY, 3_000]
  expect(longestStale([sight(0, 900), sight(1, 2_000)], savedAt)).toBe(0)
  expect(longestStale([sight(0, 1_200)], savedAt)).toBe(200)
  expect(longestStale([sight(1, 3_400), sight(2, 3_100), sight(3, 9_000)], savedAt)).toBe(400)
})
