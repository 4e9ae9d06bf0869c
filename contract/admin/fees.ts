// What the card service takes of a sale, and what a marketplace would take: figures that the seller can change.
import { z } from 'zod'
import { isWholeCents, oneLine } from '../codecs.ts'
import { toCents, toDollars } from '../money.ts'
import { FEE_FIELDS } from './messages.ts'

const MOST_PERCENT = 50
const MOST_DOLLARS = 1_000

/** Percent in JSON with at most two decimals, basis points everywhere else. */
const rate = z.codec(
  z
    .number(FEE_FIELDS.enterPercent)
    .min(0, FEE_FIELDS.enterPercent)
    .max(MOST_PERCENT, FEE_FIELDS.enterPercent)
    .refine(isWholeCents, FEE_FIELDS.enterPercent),
  z.int(FEE_FIELDS.enterPercent),
  { decode: (shown) => Math.round(shown * 100), encode: (basisPoints) => basisPoints / 100 },
)

const amount = z.codec(
  z
    .number(FEE_FIELDS.enterAmount)
    .min(0, FEE_FIELDS.enterAmount)
    .max(MOST_DOLLARS, FEE_FIELDS.enterAmount)
    .refine(isWholeCents, FEE_FIELDS.enterAmount),
  z.int(FEE_FIELDS.enterAmount),
  { decode: toCents, encode: toDollars },
)

/** The fees of the card service and of a marketplace, with where and when the seller or the shop looked them up. */
export const Fees = z
  .object({
    cardRate: rate.describe('Percent of what a buyer pays by card'),
    cardFixed: amount.describe('For each payment by card'),
    market: oneLine.trim().min(1, FEE_FIELDS.enterMarket).max(40, FEE_FIELDS.tooLong(40)),
    listing: amount.describe('For each piece that is sold'),
    transactionRate: rate.describe('Percent of price and shipping'),
    processingRate: rate,
    processingFixed: amount,
    adsRate: rate.describe('Percent of a sale that came through an ad'),
    adsMost: amount.describe('The most that an ad costs'),
    source: oneLine.trim().max(200, FEE_FIELDS.tooLong(200)),
    lookedUp: z.iso.date(FEE_FIELDS.enterDay),
  })
  .meta({ id: 'Fees' })
export type Fees = z.infer<typeof Fees>

/**
 * The published figures for a seller in the USA: of Square for payments through its API (squareup.com/us/en/payments/our-fees),
 * and of Etsy (etsy.com/legal/fees).
 */
export const PUBLISHED_FEES: Fees = {
  cardRate: 290,
  cardFixed: 30,
  market: 'Etsy',
  listing: 20,
  transactionRate: 650,
  processingRate: 300,
  processingFixed: 25,
  adsRate: 1500,
  adsMost: 10_000,
  source: 'squareup.com/us/en/payments/our-fees, etsy.com/legal/fees',
  lookedUp: '2026-11-23',
}
