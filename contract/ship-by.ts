// The days on which an order ships and arrives, as the browser computes it before there is an order. At the payment, PostgreSQL
// computes the same in server/orders/ship-by.ts.
import { dayAfter } from './calendar-days.ts'
import type { ShipDays, ShopInfo } from './shop-info.ts'

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

/** The days on which a package arrives that ships on a business day and travels so many of them, also during time off. */
export const arrivalDays = (shipBy: string, { from, to }: ShipDays) => ({
  from: weekdaysAfter(shipBy, from),
  to: weekdaysAfter(shipBy, to),
})

function weekdaysAfter(day: string, count: number): string {
  const next = dayAfter(day)
  return count === 0 ? day : weekdaysAfter(next, isWeekend(next) ? count : count - 1)
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
