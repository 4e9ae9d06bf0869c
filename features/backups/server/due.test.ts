import { expect, test } from 'vitest'
import { lastDue } from './due.ts'

test.for([
  ['before the hour: yesterday’s', '2026-11-23T07:59:59Z', 3, '2026-11-22T08:00:00.000Z'],
  ['at the hour: today’s', '2026-11-23T08:00:00Z', 3, '2026-11-23T08:00:00.000Z'],
  ['in the evening: still today’s', '2026-11-24T04:59:59Z', 3, '2026-11-23T08:00:00.000Z'],
  ['at midnight', '2026-11-23T05:00:00Z', 0, '2026-11-23T05:00:00.000Z'],
  ['at eleven at night', '2026-11-23T12:00:00Z', 23, '2026-11-23T04:00:00.000Z'],
  // On March 8 the clocks go from 2 to 3, on November 1 from 2 back to 1.
  ['at an hour that the clocks skip', '2026-03-08T12:00:00Z', 2, '2026-03-08T07:00:00.000Z'],
  ['at an hour that comes twice: the first', '2026-11-01T12:00:00Z', 1, '2026-11-01T05:00:00.000Z'],
] as const)('a backup is due %s', ([, now, hour, due]) => {
  expect(lastDue(new Date(now), hour, 'America/New_York').toISOString()).toBe(due)
})
