// When orders ship.

import { DELIVERY } from './availability-texts.ts'
import type { ShipDays, ShopInfo } from './shop-info.ts'
import { closedText } from './time-off.ts'

/** When orders ship that are placed now; empty while the shop promises no day. */
export function shippingTime({ closed, shipDays }: Pick<ShopInfo, 'closed' | 'shipDays'>) {
  if (closed) return closedText(closed)
  return shipDays ? DELIVERY.ships(shipDaysText(shipDays)) : ''
}

/** `within 2 business days`, `in 1 to 3 business days`. */
export const shipDaysText = ({ from, to }: ShipDays) => (from === to ? DELIVERY.within(to) : DELIVERY.between(from, to))
