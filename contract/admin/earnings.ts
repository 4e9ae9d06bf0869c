// What a seller earns: what is left of a sale after costs and fees, in cents. All of it is for her work.
import { halfUp } from '../half-up.ts'
import type { ProductCosts } from './costs.ts'
import type { Fees } from './fees.ts'

/** One piece that is sold alone, in cents: its price and the shipping that its buyer pays, without tax. */
export type Sale = { price: number; shipping: number; costs: ProductCosts }

const BASIS_POINTS = 10_000

/** A share in basis points of an amount in cents; half a cent rounds up. */
const shareOf = (cents: number, basisPoints: number) => halfUp(cents * basisPoints, BASIS_POINTS)

/** What the card service takes of a payment, in cents; nothing of one without an amount. */
export const cardFee = ({ cardRate, cardFixed }: Fees, paid: number) =>
  paid > 0 ? shareOf(paid, cardRate) + cardFixed : 0

/** What a marketplace would take of a sale, in cents; `ads` only when the buyer came through an ad. */
export function marketFees(fees: Fees, { price, shipping }: Omit<Sale, 'costs'>) {
  const paid = price + shipping
  const parts = {
    listing: fees.listing,
    transaction: shareOf(paid, fees.transactionRate),
    processing: paid > 0 ? shareOf(paid, fees.processingRate) + fees.processingFixed : 0,
  }
  const total = parts.listing + parts.transaction + parts.processing
  return { ...parts, total, ads: Math.min(shareOf(paid, fees.adsRate), fees.adsMost) }
}

const spent = ({ material, packaging, postage }: ProductCosts) => material + packaging + postage

/** What is left of a sale in cents, below zero for a loss, after costs and these fees. */
const earnedAfter = ({ price, shipping, costs }: Sale, fee: number) => price + shipping - spent(costs) - fee

/** What is left of a sale that is paid by card: the fee, what is left, and what that pays an hour. */
export function earningsOf(fees: Fees, sale: Sale) {
  const fee = cardFee(fees, sale.price + sale.shipping)
  const earned = earnedAfter(sale, fee)
  return { fee, earned, perHour: perHour(earned, sale.costs.minutes) }
}

/** The same sale at a marketplace, without an ad and with one. */
export function marketEarningsOf(fees: Fees, sale: Sale) {
  const taken = marketFees(fees, sale)
  const earned = earnedAfter(sale, taken.total)
  return { taken, earned, earnedWithAd: earned - taken.ads, perHour: perHour(earned, sale.costs.minutes) }
}

/** What an hour pays, in cents; null when nobody has counted the minutes. */
export const perHour = (earned: number, minutes: number | null) =>
  minutes === null || minutes === 0 ? null : halfUp(earned * 60, minutes)

/** The lowest price in cents that pays the minutes as wished; null when nobody has counted the minutes. */
export function priceFor(fees: Fees, hourlyPay: number, { shipping, costs }: Omit<Sale, 'price'>): number | null {
  if (costs.minutes === null) return null
  const wanted = halfUp(hourlyPay * costs.minutes, 60)
  const isEnough = (price: number) => earningsOf(fees, { price, shipping, costs }).earned >= wanted
  const kept = (BASIS_POINTS - fees.cardRate) / BASIS_POINTS
  let price = Math.max(0, Math.ceil((wanted + spent(costs) + fees.cardFixed) / kept) - shipping)
  // The fee is rounded, so the price may be a cent off, or less for a piece that is sold for nothing but its shipping.
  while (!isEnough(price)) price += 1
  while (price > 0 && isEnough(price - 1)) price -= 1
  return price
}
