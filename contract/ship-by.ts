// The days on which an order ships and arrives, before there is an order. At the payment, PostgreSQL computes the same in
// server/orders/ship-by.ts.
import { dayAfter } from './calendar-days.ts'
import type { ShipDays, ShopInfo } from './shop-info.ts'

type Promised = Pick<ShopInfo, 'shipDays' | 'daysOff'>

/**
 * The day by which an order ships that is paid on the shop's day `today`: after the most business days that one of its
 * items takes. `makeDays` has those of each item that is made to order, and null for one that is ready. Time off does not
 * count.
 */
export const shipByDay = ({ shipDays, daysOff }: Promised, today: string, makeDays: readonly (number | null)[]) =>
  businessDaysAfter(today, Math.max(...makeDays.map((days) => days ?? shipDays.to)), daysOff)

/** The days on which a package arrives that ships on a business day and travels so many of them, also during time off. */
export const arrivalDays = (shipBy: string, { from, to }: ShipDays) => ({
  from: businessDaysAfter(shipBy, from),
  to: businessDaysAfter(shipBy, to),
})

function businessDaysAfter(start: string, count: number, off?: ShopInfo['daysOff']) {
  let day = start
  for (let left = count; left > 0; ) {
    day = dayAfter(day)
    const isOff = off && off.from <= day && day <= off.to
    if (!isOff && !isWeekend(day)) left--
  }
  return day
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
