import { z } from 'zod'
import { HOME, isPhone, isRegion, isZip } from './addresses.ts'
import { CANCEL_WORDS_MAX } from './cancel-words.ts'
import { CARRIERS } from './carriers.ts'
import { id, isPrintableText, mailedCode, money, oneLine, PRINTABLE_PATTERN, timestamp } from './codecs.ts'
import { isForeign } from './countries.ts'
import { PAYMENT_METHOD } from './defaults.ts'
import { Delay } from './delays.ts'
import { GIFT_NOTE_MAX, giftNoteLength } from './gift-notes.ts'
import { pageNumber } from './lists.ts'
import { ORDER_FIELDS } from './messages.ts'
import { normalizedText } from './normalized-text.ts'

import { Answers } from './questions.ts'
import { TEXT } from './texts.ts'

const optionalLine = oneLine.trim().max(200, ORDER_FIELDS.addressTooLong)
const line = optionalLine.min(1, TEXT.addressIncomplete)

const MOST_OF_POSTAL_CODE = 20
const MOST_OF_REGION = 60

type Located = { countryCode?: string; state: string; postalCode: string }
const isAbroad = ({ countryCode = HOME }: Located) => countryCode !== HOME
const isFree = (text: string, most: number) => text.trim().length <= most && PRINTABLE_PATTERN.test(text)

/** A rule of an address at one of its fields, which is checked whatever is wrong with the other fields. */
const rule = (field: 'state' | 'postalCode' | 'phone', error: (address: Located) => string) => ({
  path: [field],
  error: ({ input }: { input?: unknown }) => error(input as Located),
  when: ({ value }: { value: unknown }) =>
    ['state', 'postalCode'].every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'string'),
})

export const ShippingAddress = z
  .object({
    address: line,
    city: line,
    state: z.string().describe('Of the USA: two letters. Abroad: a region, or empty'),
    postalCode: z.string().trim().describe('Abroad it may be empty'),
    country: z.string().max(60).optional().describe('Ignored: `countryCode` decides'),
    countryCode: z
      .string()
      .refine((code) => code === HOME || isForeign(code), ORDER_FIELDS.chooseCountry)
      .optional()
      .describe('Two letters. Omitted: US'),
    phone: z
      .string()
      .trim()
      .refine((text) => text === '' || isPhone(text), ORDER_FIELDS.enterPhone)
      .optional()
      .describe('Needed abroad, where carriers ask for it. Not kept for addresses of the USA'),
    address2: optionalLine.optional().describe('Apartment, suite or company'),
    recipient: optionalLine.optional().describe('Who gets the package, when it is not the buyer'),
  })
  .refine(
    (address) => (isAbroad(address) ? isFree(address.state, MOST_OF_REGION) : isRegion(address.state)),
    rule('state', (address) =>
      isAbroad(address) ? ORDER_FIELDS.regionTooLong(MOST_OF_REGION) : ORDER_FIELDS.chooseState,
    ),
  )
  .refine(
    (address) => (isAbroad(address) ? isFree(address.postalCode, MOST_OF_POSTAL_CODE) : isZip(address.postalCode)),
    rule('postalCode', (address) =>
      isAbroad(address) ? ORDER_FIELDS.postalCodeTooLong(MOST_OF_POSTAL_CODE) : TEXT.zipInvalid,
    ),
  )
  .refine(
    (address) => !isAbroad(address) || Boolean(address.phone),
    rule('phone', () => ORDER_FIELDS.enterPhone),
  )
  .meta({ id: 'ShippingAddress' })
export type ShippingAddress = z.infer<typeof ShippingAddress>

const cancelWords = z
  .string()
  .trim()
  .overwrite(normalizedText)
  .refine(isPrintableText, ORDER_FIELDS.wordsCharacters)
  .max(CANCEL_WORDS_MAX, ORDER_FIELDS.wordsTooLong(CANCEL_WORDS_MAX))

/** Asks the seller to cancel a paid order. */
export const NewCancelRequest = z.object({
  reason: cancelWords.min(1, ORDER_FIELDS.enterReason).describe('Why, in words of the buyer, for the seller'),
})

/** Declines such a request. */
export const DeclinedCancelRequest = z.object({
  answer: cancelWords.min(1, ORDER_FIELDS.enterAnswer).describe('Why not, in words of the seller, for the buyer'),
})

const MOST_LINES = 100
const MOST_OF_ONE = 10_000

const GiftNote = z
  .string()
  .overwrite(normalizedText)
  .refine(isPrintableText, ORDER_FIELDS.giftNoteCharacters)
  .refine((text) => giftNoteLength(text) <= GIFT_NOTE_MAX, ORDER_FIELDS.giftNoteTooLong(GIFT_NOTE_MAX))

/**
 * Request to place an order. The server computes all amounts itself and only compares them. Features add fields of their
 * own (server/shop/orders/placing-hooks.ts).
 */
export const NewOrder = z.object({
  orderItems: z
    .array(
      z.object({
        product: id,
        qty: z.int().min(1).max(MOST_OF_ONE),
        price: money.optional().describe('With what its answers cost'),
        answers: Answers.optional().describe('To the questions of the product, by their keys'),
      }),
    )
    .min(1, ORDER_FIELDS.noItems)
    .max(MOST_LINES),
  shippingAddress: ShippingAddress,
  paymentMethod: z.literal(PAYMENT_METHOD),
  shippingMethod: z
    .string()
    .max(40)
    .optional()
    .describe('The id of one of the methods that the shop offers at the address; omitted: the first one'),
  giftNote: GiftNote.optional().describe('Printed on the packing slip'),
  giftWrap: z.boolean().optional().describe('Whether the order is wrapped as a gift, if the shop offers that'),
  itemsPrice: money.optional(),
  shippingPrice: money.optional(),
  taxPrice: money.optional(),
  wrapPrice: money.optional(),
  totalPrice: money.optional(),
  code: z.string().trim().optional(),
})
export type NewOrder = z.infer<typeof NewOrder>

/** An answer to a question about a product, with the words of the question when it was asked. */
export const OrderAnswer = z
  .object({ label: z.string(), answer: z.string(), price: money.describe('Part of the price of the item') })
  .meta({ id: 'OrderAnswer' })
export type OrderAnswer = z.infer<typeof OrderAnswer>

export const OrderItem = z
  .object({
    line: z.int().describe('Its place in the order, by which parcels and refunds name it'),
    product: id,
    name: z.string(),
    qty: z.int(),
    image: z.string(),
    price: money,
    slug: z.string(),
    answers: z.array(OrderAnswer).optional().describe('Only with answers'),
    refunded: z.int().optional().describe('How many units were refunded. Only when some were'),
  })
  .meta({ id: 'OrderItem' })
export type OrderItem = z.infer<typeof OrderItem>

/** How far the payment is: nothing under way, being settled, or done. */
export const PaymentState = z.enum(['none', 'processing', 'paid'])
export type PaymentState = z.infer<typeof PaymentState>

export const Carrier = z.enum(CARRIERS)

/** Units of a line of an order. */
const ShippedItem = z.object({ line: z.int().min(1), qty: z.int().min(1) })

/** A parcel of an order that was sent. */
export const OrderParcel = z
  .object({
    _id: id,
    carrier: Carrier.nullable(),
    trackingNumber: z.string().nullable(),
    shippedAt: timestamp,
    items: z.array(ShippedItem).describe('What is in it'),
  })
  .meta({ id: 'OrderParcel' })
export type OrderParcel = z.infer<typeof OrderParcel>

/** How an order was paid without the card service. */
export const PaidBy = z.enum(['cash', 'other', 'gift'])
export type PaidBy = z.infer<typeof PaidBy>

/** The card that paid an order, or Cash App or Afterpay. */
export const PaidCard = z
  .object({
    brand: z.string().nullable().describe('As the card service writes it, such as VISA or CASH_APP; null when unknown'),
    last4: z.string().nullable().describe('The last four digits of its number; null without a card'),
  })
  .meta({ id: 'PaidCard' })
export type PaidCard = z.infer<typeof PaidCard>

/** How an order travels, by the shipping plan of its day. */
export const OrderShipping = z
  .object({
    method: z.string(),
    name: z.string(),
    pickup: z.object({ address: z.string(), hours: z.string() }).optional().describe('Only when the buyer collects it'),
  })
  .meta({ id: 'OrderShipping' })
export type OrderShipping = z.infer<typeof OrderShipping>

/** Where an order goes. */
export const ShippedTo = z.object({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string().describe('USA, or the name of another country'),
  countryCode: z.string().optional().describe('Two letters. Only abroad'),
  phone: z.string().optional().describe('Only abroad'),
  address2: z.string().optional().describe('Only when given'),
  recipient: z.string().optional().describe('Who gets the package. Only when it is not the buyer'),
})
export type ShippedTo = z.infer<typeof ShippedTo>

const change = { _id: z.string(), createdAt: timestamp }

/** Why a coupon was taken out of an unpaid order. */
const CouponLoss = z.enum(['expired', 'used', 'deleted'])
export type CouponLoss = z.infer<typeof CouponLoss>

/** Changes that `verify/logs` made to an unpaid order. `totalPrice` is the total after the change. */
const OrderChange = z.discriminatedUnion('kind', [
  z.object({ ...change, kind: z.literal('item_removed'), item: z.string() }),
  z.object({ ...change, kind: z.literal('item_lowered'), item: z.string(), left: z.int() }),
  z.object({ ...change, kind: z.literal('coupon_removed'), code: z.string(), reason: CouponLoss, totalPrice: money }),
  z.object({ ...change, kind: z.literal('prices_changed'), totalPrice: money }),
])
export type OrderChange = z.infer<typeof OrderChange>

/** The buyer of an order. */
export const ShownBuyer = z.object({
  name: z.string(),
  email: z.string(),
  isGuest: z.literal(true).optional().describe('Bought without an account. Only for guests'),
})
export type ShownBuyer = z.infer<typeof ShownBuyer>

/** The request of a buyer to cancel a paid order. */
export const CancelRequest = z
  .object({
    reason: z.string(),
    askedAt: timestamp,
    state: z
      .enum(['open', 'declined', 'accepted', 'late'])
      .describe('accepted: refunded in full; late: the order had shipped, or was on its way'),
    answer: z.string().optional().describe('Why it was declined. Only then'),
  })
  .meta({ id: 'CancelRequest' })
export type CancelRequest = z.infer<typeof CancelRequest>

/** Where the tax of an order comes from, when that depends on the address. */
const OrderTax = z
  .object({
    place: z.string().describe('Such as BOULDER, CO'),
    ppm: z.int().describe('Parts per million: 88750 is 8.875 %'),
    isIncluded: z.boolean().describe('The prices include the tax, so that the total does not add it'),
  })
  .meta({ id: 'OrderTax' })
export type OrderTax = z.infer<typeof OrderTax>

/** A discount without a code, and the part of the discount that is its own. */
export const AutomaticPart = z.object({ name: z.string(), amount: money }).meta({ id: 'AutomaticPart' })
export type AutomaticPart = z.infer<typeof AutomaticPart>

export const Order = z
  .object({
    _id: id,
    number: z.int(),
    user: ShownBuyer,
    orderItems: z.array(OrderItem),
    shippingAddress: ShippedTo,
    paymentMethod: z.string(),
    itemsPrice: money,
    shippingPrice: money,
    taxPrice: money,
    tax: OrderTax.optional(),
    wrapPrice: money.optional().describe('Of the gift wrap. Only with gift wrap'),
    giftNote: z.string().optional().describe('What the packing slip says. Only when given'),
    discount: money.describe('All that was taken off'),
    totalPrice: money,
    couponCode: z
      .object({
        code: z.string().describe('Empty for a discount that the seller gave'),
        amount: money.describe('Of a percentage, and for some goods: what it took off'),
      })
      .nullable(),
    automatic: AutomaticPart.optional().describe('The discount without a code that acts on it. Only if there is one'),
    payment: PaymentState,
    isPaid: z.boolean(),
    paidAt: timestamp.nullable(),
    isDemo: z.boolean().describe('Paid in a demo: no money moved'),
    paidBy: PaidBy.nullable().describe('How it was paid by other means than a card; null when by card or not paid'),
    card: PaidCard.nullable().describe(
      'The card, Cash App or Afterpay that paid it; null when it is not paid, or without the card service',
    ),
    refunded: money.describe('Refunded or on its way back'),
    isRestocked: z
      .boolean()
      .describe('Whether all of its products are back in stock. A refund restocks once it is completed'),
    isRefunded: z.boolean().describe('The whole payment is refunded or on its way back'),
    shipping: OrderShipping.optional().describe('Only when the shop had a shipping plan'),
    shipBy: z.iso.date().optional().describe('The day of the shop by which it ships. Only once it is paid'),
    arrives: z
      .object({ from: z.iso.date(), to: z.iso.date() })
      .optional()
      .describe('When it arrives. Only once it is paid, and only if its way to ship says how long it takes'),
    delay: Delay.optional().describe('The latest new day by which it ships. Only when it was named another one'),
    isDelivered: z.boolean().describe('All of its pieces are shipped, or ready to collect'),
    shippedAt: timestamp.optional().describe('When it was shipped, or was ready to collect. Only then'),
    collectedAt: timestamp.optional().describe('When its buyer collected it. Only then'),
    parcels: z.array(OrderParcel).optional().describe('In the order in which they were sent. Only when one was'),
    carrier: Carrier.nullable().describe('Of the latest parcel'),
    trackingNumber: z.string().nullable().describe('Of the latest parcel'),
    canceledAt: timestamp.optional().describe('When its buyer canceled it. Only if that was before it was paid'),
    cancelRequest: CancelRequest.optional().describe('Only when its buyer asked to cancel it after it was paid'),
    isRepeated: z
      .boolean()
      .optional()
      .describe('Only in the answer to a call that repeats one of the last 30 seconds, which places nothing'),
    orderVerifyLog: z.array(OrderChange),
    isManual: z.literal(true).optional().describe('The seller added it for its buyer. Only then'),
    noEmails: z.literal(true).optional().describe('Its buyer gets no emails about it. Only then'),
    createdAt: timestamp,
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

export const Orders = z.array(Order)

export const MyOrdersQuery = z.object({ page: pageNumber })

export const OrderKey = z.object({ id: id })

/** The key of an order's link. */
export const LinkKey = z.object({ key: oneLine.min(1).max(100) })

/** The code that was mailed to the caller's address. */
export const ClaimCode = z.object({ code: mailedCode })

/** How many orders were added to the account. */
export const ClaimedOrders = z.object({ claimed: z.int() }).meta({ id: 'ClaimedOrders' })
export type ClaimedOrders = z.infer<typeof ClaimedOrders>

/** `verify/logs` takes an order, or its id. */
export const VerifyOrder = z.object({ order: z.union([id, z.object({ _id: id })]) })
export type VerifyOrder = z.infer<typeof VerifyOrder>

/** The client's figures differ from the shop's, which are these. */
export const PriceChanged = z
  .object({
    message: z.string(),
    code: z.literal('price_changed'),
    quote: z.object({
      itemsPrice: money,
      shippingPrice: money,
      taxPrice: money,
      wrapPrice: money.optional().describe('Only with gift wrap'),
      discount: money,
      totalPrice: money,
    }),
  })
  .meta({ id: 'PriceChanged' })
