import { expect, test } from 'vitest'
import { lastPeriods } from './periods.ts'

const CHICAGO = 'America/Chicago'

test.for([
  ['a day begins at the shop’s midnight', 'day', '2026-07-10T04:59:59Z', CHICAGO, ['2026-07-09', 24]],
  ['a day does not begin before midnight', 'day', '2026-07-10T05:00:00Z', CHICAGO, ['2026-07-10', 24]],
  ['the day on which clocks go forward is short', 'day', '2026-03-08T18:00:00Z', CHICAGO, ['2026-03-08', 23]],
  ['the day on which they go back is long', 'day', '2026-11-01T18:00:00Z', CHICAGO, ['2026-11-01', 25]],
  ['the last hour of a long day belongs to it', 'day', '2026-11-02T05:30:00Z', CHICAGO, ['2026-11-01', 25]],
  ['a day may begin at one o’clock', 'day', '2018-11-04T12:00:00Z', 'America/Sao_Paulo', ['2018-11-04', 23]],
  ['a week begins on Monday', 'week', '2026-03-09T05:00:00Z', CHICAGO, ['2026-03-09', 168]],
  ['a week contains the whole weekend', 'week', '2026-03-09T04:59:59Z', CHICAGO, ['2026-03-02', 167]],
  ['a month begins on its first day', 'month', '2026-03-01T06:00:00Z', CHICAGO, ['2026-03-01', 743]],
  ['a month ends with its last day', 'month', '2026-03-01T05:59:59Z', CHICAGO, ['2026-02-01', 672]],
  ['a week may contain New Year', 'week', '2027-01-02T12:00:00Z', 'Pacific/Auckland', ['2026-12-28', 168]],
] as const)('%s', ([, period, now, timeZone, [from, hours]]) => {
  const [span] = lastPeriods(period, 1, new Date(now), timeZone)
  if (!span) throw new Error('There is no span.')
  expect([span.from, (span.ends.getTime() - span.starts.getTime()) / 3_600_000]).toEqual([from, hours])
  expect(span.starts.getTime()).toBeLessThanOrEqual(Date.parse(now))
  expect(span.ends.getTime()).toBeGreaterThan(Date.parse(now))
})

test.for([
  ['day', 400],
  ['week', 60],
  ['month', 30],
] as const)('each %s ends where the next begins, through years of daylight saving time', ([period, count]) => {
  const spans = lastPeriods(period, count, new Date('2026-11-15T12:00:00Z'), CHICAGO)
  expect(spans).toHaveLength(count)
  for (const [index, span] of spans.entries())
    if (index > 0) expect(span.starts, span.from).toEqual(spans[index - 1]?.ends)
})

test('months are counted back from their first day, so that none is skipped', () => {
  const spans = lastPeriods('month', 3, new Date('2026-03-31T12:00:00Z'), CHICAGO)
  expect(spans.map(({ from }) => from)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
})
