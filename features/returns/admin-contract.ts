// Returns as admins see and answer them, and the seller's own policy.
import { z } from 'zod'
import { id, money, timestamp } from '#contract/codecs.ts'
import { pageNumber, paging } from '#contract/lists.ts'
import { NewOrder, OrderAnswer, PriceChanged, ShownBuyer } from '#contract/orders.ts'
import { Postage, ReturnKind, ReturnState, ReturnWish, returnWords } from './contract.ts'
import { MOST_RETURN_DAYS } from './limits.ts'
import { RETURN_FIELDS } from './messages.ts'

/** `asked`: to answer. `accepted`: to refund once the pieces are back. `unmatched`: withdrawals that name no order. */
export const ReturnList = z.enum(['asked', 'accepted', 'done', 'unmatched'])
export type ReturnList = z.infer<typeof ReturnList>

export const ReturnQuery = z.object({
  show: ReturnList.default('asked'),
  order: id.optional().describe('All returns of this order instead'),
  pageNumber,
})
export type ReturnQuery = z.infer<typeof ReturnQuery>

const ReturnedItem = z.object({
  line: z.int(),
  qty: z.int(),
  name: z.string(),
  answers: z.array(OrderAnswer).optional().describe('Of the buyer, which exempt it from withdrawal. Only with answers'),
  left: z.int().describe('How many units of the line are left to refund'),
})

export const AdminReturn = z
  .object({
    _id: id,
    kind: ReturnKind,
    state: ReturnState,
    order: z.object({ _id: id, number: z.int() }),
    buyer: ShownBuyer,
    items: z.array(ReturnedItem),
    wish: ReturnWish,
    reason: z.string(),
    askedAt: timestamp,
    lastDay: z.iso.date().nullable().describe('The last day to ask for it; null while the order had not arrived'),
    isLate: z.boolean().describe('Whether it was asked for after that day'),
    answer: z.string().nullable(),
    answeredAt: timestamp.nullable(),
    exchange: z
      .object({ _id: id, number: z.int(), isPaid: z.boolean() })
      .nullable()
      .describe('The order that its units have paid for'),
  })
  .meta({ id: 'AdminReturn' })
export type AdminReturn = z.infer<typeof AdminReturn>

/** A withdrawal whose order and email address do not belong together. */
export const UnmatchedWithdrawal = z
  .object({
    _id: id,
    name: z.string(),
    order: z.string().describe('As it was typed'),
    email: z.string(),
    receivedAt: timestamp,
  })
  .meta({ id: 'UnmatchedWithdrawal' })
export type UnmatchedWithdrawal = z.infer<typeof UnmatchedWithdrawal>

export const AdminReturnPage = z
  .object({ returns: z.array(AdminReturn), unmatched: z.array(UnmatchedWithdrawal), ...paging })
  .meta({ id: 'AdminReturnPage' })
export type AdminReturnPage = z.infer<typeof AdminReturnPage>

export const ReturnKey = z.object({ id })

/** Accepts a return, perhaps with words for the buyer. */
export const AcceptedReturn = z.object({ answer: returnWords.default('') })

/** What the buyer of an accepted return gets instead; amounts of a request are in dollars. */
export const ExchangeItems = z.object({
  orderItems: NewOrder.shape.orderItems,
  shipping: money.default(0).describe('What the buyer pays for the way'),
})
export type ExchangeItems = z.infer<typeof ExchangeItems>

/** What an exchange costs its buyer. */
export const ExchangeQuote = z
  .object({
    figures: PriceChanged.shape.quote.describe('Of the new order, whose discount is what the returned units pay'),
    left: money.describe('What the returned units are worth beyond that: to refund by hand'),
  })
  .meta({ id: 'ExchangeQuote' })
export type ExchangeQuote = z.infer<typeof ExchangeQuote>

/** Exchanges the units of an accepted return for a new order, whose buyer pays the difference by its link. */
export const NewExchange = ExchangeItems.extend({
  restock: z.boolean().default(false).describe('Whether the returned units go back to stock now'),
  totalPrice: money.describe('As the seller saw it'),
})
export type NewExchange = z.infer<typeof NewExchange>

/** Refuses a return, with the reason for the buyer. */
export const RefusedReturn = z.object({ answer: returnWords.min(1, RETURN_FIELDS.enterReason) })

/** The seller's own policy. */
export const ReturnPolicy = z
  .object({
    days: z
      .int(RETURN_FIELDS.enterDays(MOST_RETURN_DAYS))
      .min(0, RETURN_FIELDS.enterDays(MOST_RETURN_DAYS))
      .max(MOST_RETURN_DAYS, RETURN_FIELDS.enterDays(MOST_RETURN_DAYS))
      .describe('How many days after arrival pieces can be returned; 0: not at all'),
    exchanges: z.boolean().describe('Whether buyers can ask for another piece instead of their money'),
    postage: Postage.describe('Who pays for the way back'),
  })
  .meta({ id: 'ReturnPolicy' })
export type ReturnPolicy = z.infer<typeof ReturnPolicy>
