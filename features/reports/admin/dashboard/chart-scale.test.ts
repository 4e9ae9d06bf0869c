import { expect, test } from 'vitest'
import { chartTop } from './chart-scale.ts'

test.for([
  [0, 200],
  [1, 200],
  [200, 200],
  [201, 400],
  [500, 600],
  [3_450, 4_000],
  [9_151, 10_000],
  [10_000, 10_000],
  [10_001, 20_000],
  [15_137, 20_000],
  [123_456_789, 200_000_000],
] as const)('a chart with sales of %s cents ends at %s cents', ([highest, top]) => {
  expect(chartTop(highest)).toBe(top)
})
