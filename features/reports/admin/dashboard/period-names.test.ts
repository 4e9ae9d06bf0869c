import { expect, test } from 'vitest'
import { counted } from '#web/texts/admin.ts'
import { fullPeriodName, shortPeriodName } from './period-names.ts'

test.for([
  ['day', 'Nov 1', 'Sunday, November 1'],
  ['week', 'Nov 1', 'Week of Nov 1'],
  ['month', 'Nov', 'November 2026'],
] as const)('the label of a %s is its first day, in any time zone of the reader', ([period, short, full]) => {
  expect([shortPeriodName(period, '2026-11-01'), fullPeriodName(period, '2026-11-01')]).toEqual([short, full])
})

test.for([
  [0, '0 orders'],
  [1, '1 order'],
  [2_000, '2,000 orders'],
] as const)('the label of %s is short', ([count, said]) => {
  expect(counted(count, 'order')).toBe(said)
})
