import type { SettingValues } from '#contract/admin/settings.ts'
import { dayAfter } from '#contract/calendar-days.ts'
import { dayOf, formatCalendarDay } from '#contract/dates.ts'
import type { ClosedNow } from '#contract/shop-info.ts'
import { AppError } from '../errors.ts'
import { ORDERS } from '../texts/orders.ts'

type Calendar = Pick<SettingValues, 'closed' | 'timeZone'>

/** The time off that lasts on the shop's day of `now`; null while the shop is open. */
export function closedAt({ closed, timeZone }: Calendar, now = new Date()): ClosedNow | null {
  if (!closed) return null
  const { from, to, text, orders } = closed
  const day = dayOf(now, timeZone)
  return from <= day && day <= to ? { text, orders, back: dayAfter(to) } : null
}

/** The first and the last day of time off that is set and not over on the shop's day of `now`. */
export function daysOffAt({ closed, timeZone }: Calendar, now = new Date()) {
  return closed && dayOf(now, timeZone) <= closed.to ? { from: closed.from, to: closed.to } : undefined
}

/** Throws shop_closed while the shop takes no orders. */
export function requireOpen(calendar: Calendar) {
  const closed = closedAt(calendar)
  if (closed?.orders === 'stop') throw new AppError('shop_closed', ORDERS.closed(formatCalendarDay(closed.back)))
}
