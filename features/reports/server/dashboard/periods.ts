import type { Period } from '../../contract/dashboard.ts'

/** A day, week or month: its first day in the time zone, and the instants at which it starts and ends. */
export type PeriodSpan = { from: string; starts: Date; ends: Date }

/**
 * The last `count` days, weeks or months in this time zone; the last one contains `now`. Weeks begin on Monday, so that
 * a weekend is in one week. Days follow daylight saving time.
 */
export function lastPeriods(period: Period, count: number, now: Date, timeZone: string): PeriodSpan[] {
  const present = firstDay(period, Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone))
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
  return Array.from({ length: count }, (_, index) => {
    const from = present.subtract(lengths(period, count - 1 - index))
    return { from: from.toString(), starts: startOf(from), ends: startOf(from.add(lengths(period, 1))) }
  })
}

function firstDay(period: Period, moment: Temporal.ZonedDateTime) {
  const day = moment.toPlainDate()
  if (period === 'week') return day.subtract({ days: day.dayOfWeek - 1 })
  return period === 'month' ? day.with({ day: 1 }) : day
}

const lengths = (period: Period, count: number) => ({ [`${period}s`]: count })
