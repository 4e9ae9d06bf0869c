import { formatCalendarDay } from './dates.ts'

type Days = { from: string; to: string }

/** `Dec 3, 2026`, `Dec 3 to 6, 2026`, `Dec 30, 2026 to Jan 4, 2027`: days of the shop's calendar. */
export function daysText({ from, to }: Days) {
  const [first, last] = [formatCalendarDay(from), formatCalendarDay(to)]
  if (from === to) return first
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${first} to ${last}`
  const start = first.slice(0, first.indexOf(','))
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${start} to ${last.slice(last.indexOf(' ') + 1)}`
    : `${start} to ${last}`
}

/** When an order arrives, or can be collected. */
export const arrivalText = (arrives: Days, isPickup: boolean) =>
  isPickup ? `Ready to collect by ${formatCalendarDay(arrives.to)}` : `Arrives ${daysText(arrives)}`
