import { expect, test } from 'vitest'
import { federalHolidays, holidaysFrom } from './holidays.ts'

// As the Office of Personnel Management lists them (opm.gov, Federal Holidays).
test.for([
  [
    2026,
    '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
    'Independence Day is a Saturday, and observed on Friday',
  ],
  [
    2027,
    '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24',
    'Juneteenth and Christmas are Saturdays, Independence Day is a Sunday',
  ],
  [2030, '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25', 'each is a day of the week'],
] as const)('the federal holidays of %i are %s: %s', ([year, days]) => {
  expect(federalHolidays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`))
})

test('a New Year’s Day on a Saturday is observed in the year before', () => {
  expect(federalHolidays(2028)[0]).toBe('2027-12-31')
  expect(holidaysFrom('2027-12-20').slice(0, 3)).toEqual(['2027-12-24', '2027-12-31', '2028-01-17'])
})

test('the holidays from a day on begin with that day, and reach past the longest promise', () => {
  const days = holidaysFrom('2026-11-26')
  expect(days[0]).toBe('2026-11-26')
  expect(days.at(-1)?.slice(0, 4)).toBe('2028')
})
