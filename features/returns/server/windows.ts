// Until when an order can be returned: by the law of the European Union, or by the seller's own policy.
import { daysAfter } from '#contract/calendar-days.ts'
import { dayOf } from '#contract/dates.ts'
import { isInEu } from '#contract/european-union.ts'
import type { ReturnKind } from '../contract.ts'

/** Of the right of withdrawal (Directive 2011/83/EU, Article 9). */
const WITHDRAWAL_DAYS = 14

/** How long a parcel may travel for which no arrival was promised. */
const MOST_TRAVEL_DAYS = 30

/** How an order gets to its buyer, and when it did. */
export type Journey = {
  way: 'parcel' | 'pickup' | 'hand'
  countryCode: string
  deliveredAt: Date | null
  collectedAt: Date | null
  arrivesTo: string | null
}

/**
 * The day of the shop on which all of an order has arrived: the day on which it was handed over, else the latest day on
 * which its last parcel may have. Null before it was sent or collected.
 */
export function arrivalDay({ way, deliveredAt, collectedAt, arrivesTo }: Journey, timeZone: string): string | null {
  if (way === 'pickup') return collectedAt && dayOf(collectedAt, timeZone)
  if (!deliveredAt) return null
  const shippedDay = dayOf(deliveredAt, timeZone)
  if (way === 'hand') return shippedDay
  if (!arrivesTo) return daysAfter(shippedDay, MOST_TRAVEL_DAYS)
  return arrivesTo > shippedDay ? arrivesTo : shippedDay
}

/** The last day on which an order can be withdrawn from; null before it has arrived. */
export function lastWithdrawalDay(journey: Journey, timeZone: string): string | null {
  const arrival = arrivalDay(journey, timeZone)
  return arrival && daysAfter(arrival, WITHDRAWAL_DAYS)
}

/**
 * By which right an order can be returned on a day, and until when: the law while it lasts, then the policy with that many
 * days. Null when neither does, and before the order has arrived.
 */
export function returnRight(
  journey: Journey,
  days: number,
  { today, timeZone }: { today: string; timeZone: string },
): { kind: ReturnKind; until: string } | null {
  const arrival = arrivalDay(journey, timeZone)
  if (!arrival) return null
  const byLaw = isInEu(journey.countryCode) ? daysAfter(arrival, WITHDRAWAL_DAYS) : ''
  const byPolicy = days > 0 ? daysAfter(arrival, days) : ''
  if (today <= byLaw) return { kind: 'withdrawal', until: byLaw }
  return today <= byPolicy ? { kind: 'return', until: byPolicy } : null
}
