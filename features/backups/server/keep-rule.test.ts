import { expect, test } from 'vitest'
import { backupsToKeep } from './keep-rule.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-23T08:30:00Z')

const backupAt = (text: string) => ({ at: Date.parse(text) })
/** One backup each day, for so many days before now. */
const daily = (count: number) => Array.from({ length: count }, (_, day) => ({ at: NOW - day * DAY_MS }))

const keptDays = (backups: { at: number }[], timeZone = 'UTC') =>
  [...backupsToKeep(backups, timeZone)].map(({ at }) => new Date(at).toISOString().slice(0, 10)).toSorted()

test('of a backup each day for three years, seven days, four weeks and twelve months stay', () => {
  expect(keptDays(daily(1096))).toEqual([
    // The last day of each month.
    '2025-12-31',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    // Sundays.
    '2026-11-08',
    '2026-11-15',
    // Days; the 22nd is a Sunday, too.
    ...['17', '18', '19', '20', '21', '22', '23'].map((day) => `2026-11-${day}`),
  ])
})

test.for([
  ['no backup', [], []],
  ['one of last year', ['2025-01-01T03:00:00Z'], ['2025-01-01']],
  [
    'several of one day: the newest stays',
    ['2026-11-23T03:00:00Z', '2026-11-23T12:00:00Z', '2026-11-23T07:00:00Z'],
    ['2026-11-23'],
  ],
  [
    'a shop that stood still: all stay that are the last of their day',
    ['2024-03-04T03:00:00Z', '2024-03-05T03:00:00Z', '2024-03-05T04:00:00Z', '2026-11-23T03:00:00Z'],
    ['2024-03-04', '2024-03-05', '2026-11-23'],
  ],
] as const)('%s', ([, times, days]) => {
  expect(keptDays(times.map(backupAt))).toEqual(days)
})

test('days are those of the shop', () => {
  // In New York both are of November 22.
  const backups = ['2026-11-22T12:00:00Z', '2026-11-23T04:30:00Z'].map(backupAt)
  expect(backupsToKeep(backups, 'UTC').size).toBe(2)
  expect([...backupsToKeep(backups, 'America/New_York')]).toEqual([backups[1]])
})

test('however often backups are made and deleted, the newest stays and each period keeps one', () => {
  let backups: { at: number }[] = []
  for (let day = 0; day < 800; day++) backups = [...backupsToKeep([...backups, { at: NOW + day * DAY_MS }], 'UTC')]
  expect(backups.length).toBeLessThanOrEqual(7 + 4 + 12)
  expect(new Set(backups.map(({ at }) => new Date(at).toISOString().slice(0, 7))).size).toBe(12)
  expect(Math.max(...backups.map(({ at }) => at))).toBe(NOW + 799 * DAY_MS)
})
