// When orders ship, and what the shop says during time off.

import { DELIVERY, TIME_OFF } from './availability-texts.ts'
import { formatCalendarDay } from './dates.ts'
import type { ClosedNow, ShipDays, ShopInfo } from './shop-info.ts'

/** When orders open again, or ship. */
export const closedText = ({ orders, back }: Pick<ClosedNow, 'orders' | 'back'>) =>
  TIME_OFF[orders](formatCalendarDay(back))

/** The seller's sentence on time off, and when orders open again, or ship. */
export function closedNotice(closed: ClosedNow) {
  const isUnfinished = /[\p{L}\p{N}]$/u.test(closed.text)
  return `${closed.text}${isUnfinished ? '.' : ''} ${closedText(closed)}`.trim()
}

/** The text instead of a button's own while the shop takes no orders. */
export const closedButtonText = (closed: ClosedNow | null) =>
  closed?.orders === 'stop' ? TIME_OFF.stopButton(formatCalendarDay(closed.back)) : undefined

/** When orders ship that are placed now; empty while the shop promises no day. */
export function shippingTime({ closed, shipDays }: Pick<ShopInfo, 'closed' | 'shipDays'>) {
  if (closed) return closedText(closed)
  return shipDays ? DELIVERY.ships(shipDaysText(shipDays)) : ''
}

/** `within 2 business days`, `in 1 to 3 business days`. */
export const shipDaysText = ({ from, to }: ShipDays) => (from === to ? DELIVERY.within(to) : DELIVERY.between(from, to))
