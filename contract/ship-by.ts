// The day by which an order ships, as the browser computes it before there is an order. At the payment, PostgreSQL
// computes the same in server/orders/ship-by.ts.
import { dayAfter } from './dates.ts'
import type { ShopInfo } from './shop-info.ts'

type Promised = Pick<ShopInfo, 'shipDays' | 'daysOff'>

/**
 * The day by which an order ships that is paid on the shop's day `today`: after the most business days that one of its
 * items takes. `makeDays` has those of each item that is made to order, and null for one that is ready. Time off does not
 * count.
 */
export function shipByDay({ shipDays, daysOff }: Promised, today: string, makeDays: readonly (number | null)[]) {
  let left = Math.max(...makeDays.map((days) => days ?? shipDays.to))
  let day = today
  while (left > 0) {
    day = dayAfter(day)
    const isOff = daysOff && daysOff.from <= day && day <= daysOff.to
    if (!isOff && !isWeekend(day)) left--
  }
  return day
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
