// The days on which an order ships and arrives, before there is an order. At the payment, PostgreSQL computes the same in
// server/shop/orders/ship-by.ts.
import { dayAfter } from './calendar-days.ts'
import type { ShipDays, ShopInfo } from './shop-info.ts'

type Calendar = Pick<ShopInfo, 'daysOff' | 'holidays'>
type Promised = Calendar & Pick<ShopInfo, 'shipDays'>

/**
 * The day by which an order ships that is paid on the shop's day `today`: after the most business days that one of its
 * items takes. `makeDays` has those of each item that is made to order, and null for one that is ready. Time off and
 * holidays do not count. Undefined when the shop promises no days for any of them.
 */
export function shipByDay({ shipDays, ...off }: Promised, today: string, makeDays: readonly (number | null)[]) {
  const promised = makeDays.flatMap((days) => days ?? shipDays?.to ?? [])
  return promised.length > 0 ? businessDaysAfter(today, Math.max(...promised), off) : undefined
}

/** The days on which a package arrives that ships on a business day and travels so many of them, also during time off. */
export const arrivalDays = ({ holidays }: Calendar, shipBy: string, { from, to }: ShipDays) => ({
  from: businessDaysAfter(shipBy, from, { holidays }),
  to: businessDaysAfter(shipBy, to, { holidays }),
})

function businessDaysAfter(start: string, count: number, { daysOff: off, holidays }: Calendar) {
  let day = start
  for (let left = count; left > 0; ) {
    day = dayAfter(day)
    const isOff = off && off.from <= day && day <= off.to
    if (!isOff && !isWeekend(day) && !holidays?.includes(day)) left--
  }
  return day
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
