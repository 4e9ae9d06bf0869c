// The money check: the shop's card payments beside the payouts of the card service, as admins see them.
import { z } from 'zod'
import { id, timestamp } from '../codecs.ts'
import { pageNumber, paging } from '../lists.ts'
import { PaidCard } from '../orders.ts'
import { balance } from './balance.ts'
import { Month } from './months.ts'

/** Query of the money check: a month of the shop. */
export const MoneyCheckQuery = z.object({ month: Month.describe('The month, as in 2026-11') })

const figures = {
  orders: z.int().describe('Orders paid through the card service'),
  taken: balance.describe('Their total'),
  refunded: balance.describe('Refunds completed'),
  fees: balance.describe('Processing fees, as far as they are known'),
  unknownFees: z.int().describe('Payments whose fee is not known yet'),
  disputed: balance.describe('Money of disputes that payouts took (negative) or returned'),
  left: balance.describe('What is left of all that'),
  paidOut: balance.describe('The part of it that payouts have'),
  differences: z.int().describe('Open differences'),
}

/** The figures of a day or a month, which add up. */
export const MONEY_FIGURES = Object.keys(figures) as (keyof typeof figures)[]

/** Sent to the bank, arrived there, or come back. */
export const PAYOUT_STATUSES = ['sent', 'paid', 'failed'] as const

const Payout = z
  .object({
    _id: z.string(),
    createdAt: timestamp,
    amount: balance,
    fee: balance.describe('What the transfer itself costs'),
    arrives: z.iso.date().nullable().describe('The day on which it arrives at the bank'),
    status: z.enum(PAYOUT_STATUSES),
    bankReference: z.string().nullable().describe('Its reference on the bank statement'),
  })
  .meta({ id: 'Payout' })
export type Payout = z.infer<typeof Payout>

export const MoneyCheck = z
  .object({
    month: z.string(),
    readAt: timestamp.nullable().describe('When payouts were last read; null before the first time'),
    isRefused: z.boolean().describe('The access token may not read payouts'),
    days: z.array(z.object({ day: z.iso.date(), ...figures })).describe('The days on which money moved, oldest first'),
    total: z.object(figures),
    elsewhere: balance.describe('What the payouts have of sales that are not of this shop, and of other entries'),
    payouts: z.array(Payout).describe('Payouts made in the month, oldest first'),
  })
  .meta({ id: 'MoneyCheck' })
export type MoneyCheck = z.infer<typeof MoneyCheck>

/** What became of a check: payouts are read, may not be read, or the card service did not answer. */
export const MoneyChecked = z
  .object({ reading: z.enum(['read', 'refused', 'unanswered']) })
  .meta({ id: 'MoneyChecked' })
export type MoneyChecked = z.infer<typeof MoneyChecked>

export const PayoutKey = z.object({ id: z.string().regex(/^\P{Cc}{1,255}$/u) })
export const PayoutQuery = z.object({ pageNumber })

export const PayoutEntry = z
  .object({
    _id: z.string(),
    kind: z.string().describe("The card service's name for it, such as CHARGE or REFUND"),
    at: timestamp,
    gross: balance,
    fee: balance.describe('The fee that is taken out of it'),
    net: balance.describe('What it adds to the payout'),
    order: z.object({ _id: id, number: z.int() }).nullable().describe('The order it is about, if it is of this shop'),
    card: PaidCard.nullable().describe('What paid that order'),
  })
  .meta({ id: 'PayoutEntry' })
export type PayoutEntry = z.infer<typeof PayoutEntry>

/** A payout with a page of its entries. */
export const PayoutPage = z
  .object({
    payout: Payout,
    sum: balance.describe('What all of its entries add up to'),
    isRead: z.boolean().describe('Whether all of its entries are read'),
    entries: z.array(PayoutEntry),
    ...paging,
  })
  .meta({ id: 'PayoutPage' })
export type PayoutPage = z.infer<typeof PayoutPage>

/**
 * `inquiry`: the bank asks before it claims the money; `withdrawn`: that ended without a claim; `accepted`: the seller gave
 * in. The card service holds the money back from `open` on.
 */
export const DISPUTE_STATES = [
  'inquiry',
  'inquiry_answered',
  'withdrawn',
  'open',
  'answered',
  'won',
  'lost',
  'accepted',
] as const

/** A dispute of an order. */
export const Dispute = z
  .object({
    _id: z.string(),
    amount: balance,
    state: z.enum(DISPUTE_STATES),
    dueAt: timestamp.nullable().describe('Until when the seller can answer'),
  })
  .meta({ id: 'Dispute' })
export type Dispute = z.infer<typeof Dispute>

export const Disputes = z.array(Dispute).meta({ id: 'Disputes' })
