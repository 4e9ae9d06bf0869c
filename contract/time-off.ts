// What the shop says during time off.

import { TIME_OFF } from './closing-texts.ts'
import { formatCalendarDay } from './dates.ts'
import type { ClosedNow } from './shop-info.ts'

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
