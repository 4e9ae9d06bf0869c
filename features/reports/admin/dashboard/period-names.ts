import type { Period } from '../../contract/dashboard.ts'
import { SALES_CHART } from './texts.ts'

const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
const DAY = inUtc({ month: 'short', day: 'numeric' })
const LONG_DAY = inUtc({ weekday: 'long', month: 'long', day: 'numeric' })
const MONTH = inUtc({ month: 'short' })
const LONG_MONTH = inUtc({ month: 'long', year: 'numeric' })

/** The label below a bar: `Nov 3`, or `Nov` for a month. */
export const shortPeriodName = (period: Period, from: string) =>
  (period === 'month' ? MONTH : DAY).format(new Date(from))

/** The full name of a period: `Tuesday, November 3`, `Week of Nov 3`, `November 2026`. */
export function fullPeriodName(period: Period, from: string) {
  const day = new Date(from)
  if (period === 'day') return LONG_DAY.format(day)
  return period === 'week' ? SALES_CHART.weekOf(DAY.format(day)) : LONG_MONTH.format(day)
}
