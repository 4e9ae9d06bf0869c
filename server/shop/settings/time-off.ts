import type { SettingValues } from '#contract/admin/settings.ts'
import { dayAfter } from '#contract/calendar-days.ts'
import { TIME_OFF } from '#contract/closing-texts.ts'
import { dayOf, formatCalendarDay } from '#contract/dates.ts'
import type { ClosedNow, ShopInfo } from '#contract/shop-info.ts'
import { AppError } from '#server/errors.ts'
import { holidaysFrom } from './holidays.ts'

type Calendar = Pick<SettingValues, 'closed' | 'timeZone'>

/** The time off that lasts on the shop's day of `now`; null while the shop is open. */
export function closedAt({ closed, timeZone }: Calendar, now = new Date()): ClosedNow | null {
  if (!closed) return null
  const { from, to, text, orders } = closed
  const day = dayOf(now, timeZone)
  return from <= day && day <= to ? { text, orders, back: dayAfter(to) } : null
}

/** The days from the shop's day of `now` on that are no business days: time off that is set, and holidays. */
export function calendarAt(
  { closed, timeZone, restsOnHolidays }: Calendar & Pick<SettingValues, 'restsOnHolidays'>,
  now = new Date(),
): Pick<ShopInfo, 'daysOff' | 'holidays'> {
  const today = dayOf(now, timeZone)
  return {
    ...(closed && today <= closed.to && { daysOff: { from: closed.from, to: closed.to } }),
    ...(restsOnHolidays && { holidays: holidaysFrom(today) }),
  }
}

/** Throws shop_closed while the shop takes no orders. */
export function requireOpen(calendar: Calendar) {
  const timeOff = closedAt(calendar)
  if (timeOff?.orders === 'stop') throw new AppError('shop_closed', TIME_OFF.refused(formatCalendarDay(timeOff.back)))
}
