import { expect, test } from 'vitest'
import { dayOf, fileTimestamp, formatDay, formatMoment } from './dates.ts'

test.for([
  ['2026-11-22T00:44:05.000Z', 'America/Chicago', 'Nov 21, 2026, 6:44 PM', '2026-11-21 18:44:05'],
  ['2026-11-22T00:44:05.000Z', 'UTC', 'Nov 22, 2026, 12:44 AM', '2026-11-22 00:44:05'],
  ['2026-11-22T12:00:00.000Z', 'UTC', 'Nov 22, 2026, 12:00 PM', '2026-11-22 12:00:00'],
  ['2026-01-01T04:59:59.999Z', 'America/New_York', 'Dec 31, 2025, 11:59 PM', '2025-12-31 23:59:59'],
  ['2026-01-01T05:00:00.000Z', 'America/New_York', 'Jan 1, 2026, 12:00 AM', '2026-01-01 00:00:00'],
  ['2026-06-30T23:30:00.000Z', 'Asia/Kathmandu', 'Jul 1, 2026, 5:15 AM', '2026-07-01 05:15:00'],
  ['2026-06-30T10:00:00.000Z', 'Pacific/Kiritimati', 'Jul 1, 2026, 12:00 AM', '2026-07-01 00:00:00'],
  ['2026-06-30T10:59:00.000Z', 'Pacific/Pago_Pago', 'Jun 29, 2026, 11:59 PM', '2026-06-29 23:59:00'],
  // Clocks in Chicago go from 1:59 to 3:00 that night.
  ['2026-03-08T07:59:59.000Z', 'America/Chicago', 'Mar 8, 2026, 1:59 AM', '2026-03-08 01:59:59'],
  ['2026-03-08T08:00:00.000Z', 'America/Chicago', 'Mar 8, 2026, 3:00 AM', '2026-03-08 03:00:00'],
  // And there is one o'clock twice in this one.
  ['2026-11-01T06:30:00.000Z', 'America/Chicago', 'Nov 1, 2026, 1:30 AM', '2026-11-01 01:30:00'],
  ['2026-11-01T07:30:00.000Z', 'America/Chicago', 'Nov 1, 2026, 1:30 AM', '2026-11-01 01:30:00'],
  // Lord Howe moves by half an hour.
  ['2026-10-03T15:29:00.000Z', 'Australia/Lord_Howe', 'Oct 4, 2026, 1:59 AM', '2026-10-04 01:59:00'],
  ['2026-10-03T15:30:00.000Z', 'Australia/Lord_Howe', 'Oct 4, 2026, 2:30 AM', '2026-10-04 02:30:00'],
  ['2024-02-29T18:00:00.000Z', 'Europe/Berlin', 'Feb 29, 2024, 7:00 PM', '2024-02-29 19:00:00'],
] as const)('%s in %s is %s', ([moment, timeZone, shown, stamp]) => {
  for (const at of [moment, new Date(moment)]) {
    expect(formatMoment(at, timeZone)).toBe(shown)
    expect(formatDay(at, timeZone)).toBe(shown.split(', ').slice(0, 2).join(', '))
    expect(dayOf(at, timeZone)).toBe(stamp.slice(0, 10))
    expect(fileTimestamp(at, timeZone)).toBe(stamp)
  }
})

test('a zone that is not known here reads as UTC', () => {
  expect(formatMoment('2026-11-22T00:44:00.000Z', 'Mars/Olympus_Mons')).toBe('Nov 22, 2026, 12:44 AM')
})
