// A sale in words, for lists.
import { formatCalendarDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import type { AdminSale } from '../contract.ts'
import { SALES } from './texts.ts'

/** 15% off, or $5.00 each. */
export const termsOf = ({ percent, price }: Pick<AdminSale, 'percent' | 'price'>) =>
  percent === null ? SALES.atPrice(formatDollars(price ?? 0)) : SALES.percentOff(String(percent / 100))

/** Nov 28, 2026 to Nov 29, 2026, 6:00 PM as the shop's clock shows it. */
export const timesOf = ({ starts, ends }: Pick<AdminSale, 'starts' | 'ends'>) =>
  SALES.from(shopTimeText(starts), shopTimeText(ends))

function shopTimeText(text: string) {
  const [day = '', time] = text.split('T')
  return [formatCalendarDay(day), time].filter(Boolean).join(', ')
}
