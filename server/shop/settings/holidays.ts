// The holidays of the federal government of the USA, on which the mail rests and orders do not ship: 5 U.S.C. 6103.
import { daysAfter } from '#contract/calendar-days.ts'

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

/** The years after this one whose holidays a promise may need: the longest one is 365 business days. */
const YEARS_AHEAD = 2

/** The days of a year on which its federal holidays are observed, in their order. */
export function federalHolidays(year: number): string[] {
  return [
    observedDay(dayIn(year, 1, 1)),
    nth(3, MONDAY, year, 1),
    nth(3, MONDAY, year, 2),
    lastMonday(year, 5),
    observedDay(dayIn(year, 6, 19)),
    observedDay(dayIn(year, 7, 4)),
    nth(1, MONDAY, year, 9),
    nth(2, MONDAY, year, 10),
    observedDay(dayIn(year, 11, 11)),
    nth(4, THURSDAY, year, 11),
    observedDay(dayIn(year, 12, 25)),
  ]
}

/** The federal holidays from a day on which a promise made then may depend, in their order. */
export function holidaysFrom(day: string): string[] {
  const year = Number(day.slice(0, 4))
  const years = Array.from({ length: YEARS_AHEAD + 1 }, (_, ahead) => holidaysOf(year + ahead))
  return years.flat().filter((holiday) => holiday >= day)
}

const holidaysByYear = new Map<number, string[]>()

function holidaysOf(year: number) {
  const days = holidaysByYear.get(year) ?? federalHolidays(year)
  holidaysByYear.set(year, days)
  return days
}

const dayIn = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** On a Saturday the Friday before is free, on a Sunday the Monday after. */
function observedDay(day: string) {
  const weekday = weekdayOf(day)
  if (weekday === SATURDAY) return daysAfter(day, -1)
  return weekday === SUNDAY ? daysAfter(day, 1) : day
}

function nth(count: number, weekday: number, year: number, month: number) {
  const first = dayIn(year, month, 1)
  return daysAfter(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1))
}

function lastMonday(year: number, month: number) {
  const last = daysAfter(dayIn(year, month + 1, 1), -1)
  return daysAfter(last, -((weekdayOf(last) - MONDAY + 7) % 7))
}
