import { expect, test } from 'vitest'
import { fieldsOf, momentOf } from './shop-moments.ts'

test.for([
  ['2026-11-28', '12:00', 'America/Chicago', '2026-11-28T18:00:00.000Z'],
  ['2026-07-01', '12:00', 'America/Chicago', '2026-07-01T17:00:00.000Z'],
  ['2026-03-08', '23:30', 'America/Chicago', '2026-03-09T04:30:00.000Z'],
  ['2026-11-01', '00:30', 'America/Chicago', '2026-11-01T05:30:00.000Z'],
  ['2026-01-01', '09:15', 'Pacific/Auckland', '2025-12-31T20:15:00.000Z'],
] as const)('%s %s in %s is the moment %s', ([day, time, timeZone, moment]) => {
  expect(momentOf(day, time, timeZone)).toBe(moment)
  expect(fieldsOf(moment, timeZone)).toEqual({ day, time })
})

test('a field that is empty is no moment', () => {
  expect(momentOf('', '12:00', 'UTC')).toBeUndefined()
  expect(momentOf('2026-11-28', '', 'UTC')).toBeUndefined()
})
