import { expect, test } from 'vitest'
import { counted } from '../../../texts/admin.ts'
import { fullPeriodName, shortPeriodName } from './period-names.ts'

test.for([
  ['day', 'Nov 1', 'Sunday, November 1'],
  ['week', 'Nov 1', 'Week of Nov 1'],
  ['month', 'Nov', 'November 2026'],
] as const)('a %s is called by its first day, wherever the reader is', ([period, short, full]) => {
  expect([shortPeriodName(period, '2026-11-01'), fullPeriodName(period, '2026-11-01')]).toEqual([short, full])
})

test.for([
  [0, '0 orders'],
  [1, '1 order'],
  [2_000, '2,000 orders'],
] as const)('%s of something is said as people say it', ([count, said]) => {
  expect(counted(count, 'order')).toBe(said)
})
