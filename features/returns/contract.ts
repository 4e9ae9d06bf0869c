// Returns of pieces as buyers ask for them: by the seller's own policy, or by the right of withdrawal of the European Union.
import { z } from 'zod'
import { id, isPrintableText, oneLine, timestamp } from '#contract/codecs.ts'
import { normalizedText } from '#contract/normalized-text.ts'
import { NAME_MAX, RETURN_WORDS_MAX } from './limits.ts'
import { RETURN_FIELDS } from './messages.ts'

const MOST_LINES = 100
const MOST_OF_ONE = 10_000
const ORDER_MAX = 300

/** `withdrawal`: by the law of the European Union. `return`: by the seller's own policy. */
export const ReturnKind = z.enum(['return', 'withdrawal'])
export type ReturnKind = z.infer<typeof ReturnKind>

/** `refunded`: refunds have returned all of its units, or all of the order. `exchanged`: they paid for another order. */
export const ReturnState = z.enum(['asked', 'accepted', 'refused', 'refunded', 'exchanged'])
export type ReturnState = z.infer<typeof ReturnState>

export const ReturnWish = z.enum(['refund', 'exchange'])
export type ReturnWish = z.infer<typeof ReturnWish>

/** Words of several lines, perhaps none. */
export const returnWords = z
  .string()
  .trim()
  .overwrite(normalizedText)
  .refine(isPrintableText, RETURN_FIELDS.wordsCharacters)
  .max(RETURN_WORDS_MAX, RETURN_FIELDS.wordsTooLong(RETURN_WORDS_MAX))

/** Units of a line of an order. */
const Units = z.object({ line: z.int().min(1).max(MOST_OF_ONE), qty: z.int().min(1).max(MOST_OF_ONE) })
export type Units = z.infer<typeof Units>

/** Asks for a return of pieces of an order. */
export const NewReturn = z.object({
  items: z
    .array(Units)
    .min(1, RETURN_FIELDS.choosePieces)
    .max(MOST_LINES)
    .refine((items) => new Set(items.map(({ line }) => line)).size === items.length, RETURN_FIELDS.lineTwice),
  wish: ReturnWish.optional().describe('Omitted: refund. An exchange only where the seller offers it'),
  reason: returnWords.optional().describe('In words of the buyer, for the seller'),
})
export type NewReturn = z.infer<typeof NewReturn>

/** A return as its buyer sees it. */
export const OwnReturn = z
  .object({
    _id: id,
    kind: ReturnKind,
    state: ReturnState,
    items: z.array(Units),
    wish: ReturnWish,
    reason: z.string(),
    askedAt: timestamp,
    answer: z.string().optional().describe('The words of the seller. Only when there are some'),
  })
  .meta({ id: 'OwnReturn' })
export type OwnReturn = z.infer<typeof OwnReturn>

export const Postage = z.enum(['buyer', 'seller'])
export type Postage = z.infer<typeof Postage>

/** What a buyer can ask for now. */
export const ReturnOffer = z
  .object({
    kind: ReturnKind,
    until: z.iso.date().describe('The last day of the shop on which it can be asked for'),
    items: z.array(Units).describe('What can be returned: not what was refunded, nor what has answers of the buyer'),
    hasExempt: z.boolean().describe('Whether the order has pieces with answers of the buyer'),
    hasExchanges: z.boolean().describe('Whether the seller offers exchanges'),
    postage: Postage.describe('Who pays for the way back'),
  })
  .meta({ id: 'ReturnOffer' })
export type ReturnOffer = z.infer<typeof ReturnOffer>

/** The returns of an order, latest first, and what can be asked for now; null for nothing. */
export const OrderReturns = z
  .object({ returns: z.array(OwnReturn), offer: ReturnOffer.nullable() })
  .meta({ id: 'OrderReturns' })
export type OrderReturns = z.infer<typeof OrderReturns>

const ID_PATTERN = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i
const NUMBER_PATTERN = /^\D{0,20}(\d{1,12})$/

/** The order that a text names by its number or by its link; undefined for any other text. */
export function namedOrder(text: string): { id: string } | { number: number } | undefined {
  const orderId = ID_PATTERN.exec(text)?.[0]
  if (orderId) return { id: orderId.toLowerCase() }
  const [, digits] = NUMBER_PATTERN.exec(text.trim()) ?? []
  return digits ? { number: Number(digits) } : undefined
}

/** What somebody enters who withdraws from an order without signing in. */
export const WithdrawalForm = z.object({
  name: oneLine.trim().min(1, RETURN_FIELDS.enterName).max(NAME_MAX, RETURN_FIELDS.nameTooLong(NAME_MAX)),
  order: oneLine
    .trim()
    .max(ORDER_MAX, RETURN_FIELDS.enterOrder)
    .refine((text) => namedOrder(text) !== undefined, RETURN_FIELDS.enterOrder),
  email: z.string().trim().max(254, RETURN_FIELDS.enterEmail).pipe(z.email(RETURN_FIELDS.enterEmail)),
})
export type WithdrawalForm = z.infer<typeof WithdrawalForm>

/** A page of the withdrawal, as it is shown: its step, what was typed, and what is wrong with it. */
export type WithdrawalView = {
  step: 'form' | 'review' | 'received'
  typed: Partial<WithdrawalForm>
  errors: Partial<Record<keyof WithdrawalForm, string>>
  problem?: string
}
