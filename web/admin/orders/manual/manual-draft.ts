// What the seller has entered so far of an order that she adds. It stays in the tab until the order is added.
import { z } from 'zod'
import { COUNTRY, wholeZip } from '#contract/addresses.ts'
import { isUnusualPrice, type StandProduct } from '#contract/admin/orders.ts'
import { parseCents } from '#contract/amounts.ts'
import { type Answered, checkAnswers } from '#contract/answers.ts'
import { fullChoiceName } from '#contract/choices.ts'
import { toDollars } from '#contract/money.ts'
import { surchargeOf } from '#contract/order-items.ts'
import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { Choice } from '#contract/products.ts'
import { AGREED } from '#contract/rates.ts'
import { recordOf } from '#web/lib/parsed-json.ts'
import { addressProblem, trimmedAddress } from '#web/shop/addresses/validation.ts'
import type { AddressForm } from '#web/shop/visitor/cart.ts'
import { MANUAL_ORDER } from '#web/texts/admin-manual-orders.ts'

/** A piece in the order; `price` is of one unit with its answers, in cents, and `most` how many there are. */
export type Line = {
  product: string
  name: string
  image: string
  price: number
  qty: number
  most: number
  answers: Answered[]
}

export const WAYS = ['hand', 'shipping', 'pickup'] as const
export const PAYMENTS = ['cash', 'other', 'gift', 'unpaid'] as const

/** The fields of the form by name; a field that is not shown keeps its text. */
export type Fields = AddressForm &
  Partial<Record<'method' | 'agreed' | 'name' | 'email' | 'discount' | 'code' | 'note', string>> & {
    way: (typeof WAYS)[number]
    paid: (typeof PAYMENTS)[number]
  }

/** What is wrong with the fields, and with the pieces. */
export type Errors = Partial<Record<keyof Fields | 'pieces', string>>

/** `key` makes one order of pressing twice, and of a tab and its copy. */
export const ManualDraft = z.object({
  key: z.string(),
  lines: z.array(z.custom<Line>((line) => Array.isArray(recordOf(line).answers))),
  fields: z.custom<Fields>((fields) => WAYS.some((way) => way === recordOf(fields).way)),
  emails: z.boolean(),
})
export type ManualDraft = z.infer<typeof ManualDraft>

/** An order without anything in it: handed over for cash, as at a market. */
export const newDraft = (): ManualDraft => ({
  key: crypto.randomUUID(),
  lines: [],
  fields: { way: 'hand', paid: 'cash' },
  emails: false,
})

/** A piece as it is added: a product, or one of its choices, with the answers to its questions. */
export function lineOf(product: StandProduct, choice?: Choice, given: Record<string, string> = {}): Line {
  const { answers } = checkAnswers(product.asks ?? [], given)
  const { _id, price, qty } = choice ?? product
  return {
    product: _id,
    name: choice ? fullChoiceName(product.name, choice.values) : product.name,
    image: choice?.photo ?? product.images[0]?.Location ?? PLACEHOLDER_PHOTO,
    price: price + surchargeOf(answers),
    ...{ qty: 1, most: qty, answers },
  }
}

/** The lines with one more; the same piece with the same answers is counted up as far as there are any. */
export function withLine(lines: Line[], added: Line): Line[] {
  const same = lines.find((line) => isSame(line, added))
  if (!same) return [...lines, added]
  return lines.map((line) => (line === same ? { ...added, qty: Math.min(line.qty + 1, added.most) } : line))
}

const isSame = (one: Line, other: Line) =>
  one.product === other.product && JSON.stringify(one.answers) === JSON.stringify(other.answers)

/**
 * What asks for the price of the draft; undefined without a piece. A wrong amount counts as none. With `isTaxIncluded`
 * what is handed over costs what its price says.
 */
export function quoteOf({ lines, fields }: ManualDraft, isTaxIncluded: boolean) {
  if (lines.length === 0) return undefined
  const { way, state = '', postalCode = '', countryCode = '', method = '' } = fields
  const delivery =
    way === 'shipping'
      ? {
          ...{ by: way, state, postalCode: wholeZip(postalCode), ...agreedPrice(fields) },
          ...(countryCode && { countryCode }),
          ...(method && { method }),
        }
      : { by: way, ...within(way, isTaxIncluded) }
  return { orderItems: itemsOf(lines), ...reductionOf(fields), delivery }
}

/** The order to add at this total in cents, and the errors of fields that keep it from being added. */
export function requestOf({ key, lines, fields, emails }: ManualDraft, totalPrice: number, isTaxIncluded: boolean) {
  const { way, paid, name = '', email = '', note = '', method = '' } = fields
  const errors = problemsOf(fields, lines)
  const agreed = agreedPrice(fields)
  const delivery =
    way === 'shipping'
      ? { by: way, shippingAddress: trimmedAddress(fields), ...(method !== AGREED && method && { method }), ...agreed }
      : way === 'hand' && isUnpaid(fields)
        ? { by: way, whenPaid: true as const, ...within(way, isTaxIncluded) }
        : { by: way, ...within(way, isTaxIncluded) }
  const order = {
    ...{ key, delivery, note, totalPrice: toDollars(totalPrice) },
    orderItems: itemsOf(lines),
    ...reductionOf(fields),
    buyer: { name: name.trim(), email: email.trim() },
    emails: emails && email.trim() !== '',
    ...(isUnpaid(fields) ? {} : { payment: { paidBy: paid } }),
  }
  return { order, errors }
}

/** The question before an order is added at an unusual price; undefined at a usual one. Cents. */
export function priceQuestion({ fields }: ManualDraft, quote: { itemsPrice: number; totalPrice: number }) {
  const discount = discountOf(fields)
  if (!isUnusualPrice(quote, { discount, isGift: fields.paid === 'gift' })) return undefined
  if (discount <= quote.itemsPrice) return MANUAL_ORDER.nothingLeft
  return MANUAL_ORDER.discountAbove(discount, quote.itemsPrice, quote.totalPrice)
}

const within = (way: Fields['way'], isTaxIncluded: boolean) =>
  way === 'hand' && isTaxIncluded ? { taxIncluded: true as const } : {}

/** The seller's discount in cents; nothing for none, or for a wrong amount. */
export const discountOf = ({ discount = '' }: Fields) => parseCents(discount) ?? 0

/** Whether it is still to be paid. */
export const isUnpaid = ({ paid }: Fields) => paid === 'unpaid'

/** The lines as items of a request. */
export const itemsOf = (lines: Line[]) =>
  lines.map(({ product, qty, answers }) => ({
    ...{ product, qty },
    ...(answers.length > 0 && { answers: Object.fromEntries(answers.map(({ key, answer }) => [key, answer])) }),
  }))

/** Nothing unless the seller typed a price of her own. */
function agreedPrice({ method, agreed = '' }: Fields) {
  const cents = method === AGREED ? parseCents(agreed) : null
  return cents === null ? {} : { price: toDollars(cents) }
}

function reductionOf(fields: Fields) {
  const { code = '' } = fields
  const cents = discountOf(fields)
  if (code.trim()) return { code: code.trim() }
  return cents ? { discount: toDollars(cents) } : {}
}

/** The errors of the fields by their names, and that of the order without a piece as `pieces`. */
function problemsOf(fields: Fields, lines: Line[]): Errors {
  const { way, method, name = '', agreed = '', discount = '', code = '' } = fields
  const isShipped = way === 'shipping'
  return {
    ...(lines.length === 0 && { pieces: MANUAL_ORDER.noPieces }),
    ...(isShipped && addressProblem({ ...fields, country: COUNTRY })?.fields),
    ...(way !== 'hand' && !name.trim() && { name: MANUAL_ORDER.nameNeeded }),
    ...(isShipped && method === AGREED && parseCents(agreed) === null && { agreed: MANUAL_ORDER.amountWrong }),
    ...(discount.trim() && parseCents(discount) === null && { discount: MANUAL_ORDER.amountWrong }),
    ...(discount.trim() && code.trim() && { discount: MANUAL_ORDER.oneOfBoth }),
  }
}
