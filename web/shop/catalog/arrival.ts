import { daysText } from '#contract/arrival-texts.ts'
import { dayOf } from '#contract/dates.ts'
import { arrivalDays, shipByDay } from '#contract/ship-by.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import { ARRIVAL } from '#web/texts/arrival.ts'

/**
 * When pieces arrive within the USA that are ordered today, as a sentence; null while the shop promises no days or takes
 * no orders. `makeDays` has the most days of each piece that is made to order, and null for one that is ready.
 */
export function arrivalSentence(shop: ShopInfo, makeDays: readonly (number | null)[]) {
  const { shipping, closed, timeZone } = shop
  if (!shipping?.days || closed?.orders === 'stop') return null
  const shipBy = shipByDay(shop, dayOf(new Date(), timeZone), makeDays)
  return shipBy ? ARRIVAL.ifOrderedToday(daysText(arrivalDays(shop, shipBy, shipping.days))) : null
}
