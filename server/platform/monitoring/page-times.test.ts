import { expect, test } from 'vitest'
import { openPageTimes } from './page-times.ts'

const filledTimes = (pages: [key: string, times: number[]][]) => {
  const times = openPageTimes()
  for (const [key, all] of pages) for (const ms of all) times.note(key, ms)
  return times
}
const of = (ms: number, count: number) => Array.from({ length: count }, () => ms)

test.for<[what: string, pages: Parameters<typeof filledTimes>[0], slowest: object | undefined]>([
  ['nothing without pages', [], undefined],
  ['nothing after a few', [['/products/a', of(900, 19)]], undefined],
  ['one in twenty may be slow', [['/shop', [...of(12, 19), 800]]], { kind: '/shop', ms: 12 }],
  ['two in twenty may not', [['/shop', [...of(12, 18), ...of(800, 2)]]], { kind: '/shop', ms: 800 }],
  [
    'products are one kind',
    [
      ['/products/a', of(40, 10)],
      ['/Products/b?x=1', of(50, 10)],
      ['/shop?sort=price', of(9, 30)],
    ],
    { kind: '/products/…', ms: 50 },
  ],
  ['what was long ago is forgotten', [['/', [...of(900, 100), ...of(10, 200)]]], { kind: '/', ms: 10 }],
  ['unknown addresses are a kind of their own', [['/*', of(30, 20)]], { kind: '/*', ms: 30 }],
])('of the times of pages, %s', ([, pages, slowest]) => {
  expect(filledTimes(pages).slowest()).toEqual(slowest)
})
