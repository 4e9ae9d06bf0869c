// Days of the calendar, as '2026-11-30'. Apart from dates.ts, which every page of a product loads.

/** '2026-12-01' for '2026-11-30'. */
export const dayAfter = (day: string) => daysAfter(day, 1)

/** The day so many days after a day of the calendar. */
export function daysAfter(day: string, count: number) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}
