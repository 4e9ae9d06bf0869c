// Schemas of the admin's order pages, apart from contract/orders.ts so that shoppers do not load them.
import { z } from 'zod'
import { id, isPrintableText, money, oneLine, timestamp } from '../codecs.ts'
import { Delay } from '../delays.ts'
import { BULK_MAX, keyword, NEAR_PAGES, pageNumber, paging } from '../lists.ts'
import { LIST_FIELDS } from '../messages.ts'
import {
  Carrier,
  NewOrder,
  Order,
  OrderAnswer,
  OrderItem,
  OrderShipping,
  PaidBy,
  PriceChanged,
  ShippedTo,
  ShippingAddress,
  ShownBuyer,
} from '../orders.ts'
import { Product } from '../products.ts'
import { PlaceRates } from '../rates.ts'
import { TRACKING_NUMBER_MAX } from '../tracking-numbers.ts'
import { NewGuest } from '../users.ts'
import { CODE_MAX } from './coupons.ts'
import { Period } from './exports.ts'
import { ADMIN_ORDER_FIELDS } from './messages.ts'

/** Lines of a refund or a parcel at most, as many as an order has. */
const MOST_LINES = 100

/** Characters of a note at most. */
export const ORDER_NOTE_MAX = 2_000

/** Characters of the seller's words about a delay at most. */
export const DELAY_WORDS_MAX = 500

const OrderNoteText = z
  .string()
  .trim()
  .min(1, ADMIN_ORDER_FIELDS.enterNote)
  .max(ORDER_NOTE_MAX, ADMIN_ORDER_FIELDS.noteTooLong(ORDER_NOTE_MAX))
  .refine(isPrintableText, ADMIN_ORDER_FIELDS.noteCharacters)

const orderFilters = {
  keyword: keyword.describe(
    "An order number, or part of a customer's name or email, a city, a tracking number or a product's name. Single letters are looked for in the first 20,000 orders of the list",
  ),
  payment: z.enum(['all', 'paid', 'unpaid']).default('all'),
  delivery: z
    .enum(['all', 'waiting', 'refund', 'ready', 'shipped'])
    .default('all')
    .describe(
      'waiting: paid, not shipped yet, and not refunded in full. refund: those whose buyer did not agree to a delay. ready: their buyers have not collected them yet',
    ),
  show: z.enum(['current', 'deleted']).default('current').describe('deleted: orders that can be brought back'),
  sort: z
    .enum(['number', '-number', 'total', '-total', 'shipBy', '-shipBy'])
    .optional()
    .describe('Without it: orders to ship by the day by which they ship, others newest first'),
}

/** Which orders a file of them holds: those that were placed in a period, if it has one. */
export const OrderFilter = Period.safeExtend(orderFilters)
export type OrderFilter = z.infer<typeof OrderFilter>

const near = z
  .string()
  .regex(/^[1-9]\d{0,5}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, LIST_FIELDS.invalidPage)
  .transform((place) => ({ page: Number.parseInt(place, 10), id: place.slice(place.indexOf('_') + 1) }))
  .optional()
  .describe(
    `\`near\` of a page at most ${NEAR_PAGES} pages away, from which this one is counted: nothing is lost between them, however far they are from the first`,
  )

/** How admins look through the orders. */
export const OrderQuery = z.object({ ...orderFilters, pageNumber, near })
export type OrderQuery = z.infer<typeof OrderQuery>

/** The most lines that a row of the list names. */
export const PIECES_IN_ROW = 3

/** How an order gets to its buyer: in parcels, collected, or handed over by the seller herself, as at a market. */
export const OrderWay = z.enum(['parcel', 'pickup', 'hand'])
export type OrderWay = z.infer<typeof OrderWay>

/** An order as a row of the list. `items` is the number of units. */
export const OrderRow = z
  .object({
    _id: id,
    number: z.int(),
    user: ShownBuyer,
    totalPrice: money,
    isPaid: z.boolean(),
    paidAt: timestamp.nullable(),
    isDemo: z.boolean().describe('Paid in a demo: no money moved'),
    paidBy: PaidBy.nullable(),
    isDelivered: z.boolean(),
    refunded: money,
    isRefunded: z.boolean(),
    shipBy: z.iso.date().optional().describe('The day of the shop by which it ships. Only once it is paid'),
    shipping: OrderShipping.optional().describe('Only when the shop had a shipping plan'),
    delay: Delay.optional().describe('The latest new day by which it ships. Only when it was named another one'),
    collectedAt: Order.shape.collectedAt,
    items: z.int(),
    pieces: z.array(OrderItem.pick({ name: true, qty: true })).describe(`The first ${PIECES_IN_ROW} lines`),
    shippedItems: z.int().optional().describe('Units in parcels that were sent. Only while others wait'),
    isManual: Order.shape.isManual,
    noEmails: Order.shape.noEmails,
    isCanceled: z.literal(true).optional().describe('Only when its buyer canceled it before it was paid'),
    asksToCancel: z.literal(true).optional().describe('Only while its buyer waits for the answer'),
    createdAt: timestamp,
  })
  .meta({ id: 'OrderRow' })
export type OrderRow = z.infer<typeof OrderRow>

export const OrderPage = z
  .object({
    orders: z.array(OrderRow),
    ...paging,
    isTotalCapped: z
      .literal(true)
      .optional()
      .describe('Only when there are more orders than were counted: at least `total` of them'),
    near: z.string().optional().describe('For the links to pages nearby. Only when they are far from the first'),
  })
  .meta({ id: 'OrderPage' })
export type OrderPage = z.infer<typeof OrderPage>

/** Carrier and tracking number; an omitted field stays the same, null clears it. */
export const Shipment = z.object({
  carrier: Carrier.nullable().optional(),
  trackingNumber: oneLine
    .trim()
    .max(TRACKING_NUMBER_MAX, ADMIN_ORDER_FIELDS.trackingTooLong)
    .regex(/^[A-Za-z0-9 -]*$/, ADMIN_ORDER_FIELDS.trackingCharacters)
    .nullable()
    .optional(),
})
export type Shipment = z.infer<typeof Shipment>

/** How an order that is marked as shipped before it is paid was paid. */
export const ManualPayment = z.object({
  paidBy: PaidBy.default('other').describe('Used only if the order is not paid yet'),
  note: oneLine.trim().max(200, ADMIN_ORDER_FIELDS.noteTooLong(200)).optional(),
})
export type ManualPayment = z.infer<typeof ManualPayment>

const taxIncluded = z
  .literal(true)
  .optional()
  .describe('The prices include the tax, as at a stand where the price on the tag is what the buyer pays')

/** How the goods of an order that the seller adds get to their buyer. */
const Delivery = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('shipping'),
    shippingAddress: ShippingAddress,
    method: z.string().max(40).optional().describe('As in an order; not used with a price'),
    price: money.optional().describe('What the seller agreed with the buyer'),
  }),
  z.object({ by: z.literal('pickup') }),
  z
    .object({
      by: z.literal('hand'),
      whenPaid: z.literal(true).optional().describe('The buyer pays by the link first. Only for an unpaid order'),
      taxIncluded,
    })
    .describe('Handed over when it was paid'),
])

const manualOrder = {
  orderItems: NewOrder.shape.orderItems,
  discount: money.optional().describe('What the seller took off. Without a code'),
  code: z.string().trim().max(CODE_MAX).optional().describe('Of a coupon. Without a discount'),
}

/** An order that the seller adds for its buyer, who called, wrote or stood in front of her. */
export const NewManualOrder = z
  .object({
    ...manualOrder,
    key: z.uuid().describe('Made by the client. A second request with it adds no second order'),
    buyer: z.object({
      name: NewGuest.shape.name.or(z.literal('')),
      email: NewGuest.shape.email.or(z.literal('')).default(''),
    }),
    delivery: Delivery,
    payment: ManualPayment.extend({ paidBy: PaidBy }).optional().describe('Without it the order is not paid yet'),
    emails: z.boolean().default(false).describe('Whether the buyer gets emails about it'),
    note: OrderNoteText.or(z.literal('')).default('').describe('Which only admins read'),
    totalPrice: money.describe('As the seller saw it'),
    confirmsPrice: z
      .boolean()
      .default(false)
      .describe('The seller was asked about a discount above the products, or a total of zero, and said yes'),
  })
  .refine(({ discount, code }) => !(discount && code), { path: ['discount'], error: ADMIN_ORDER_FIELDS.oneDiscount })
  .refine(({ delivery, payment }) => delivery.by !== 'hand' || Boolean(payment) !== Boolean(delivery.whenPaid), {
    path: ['payment'],
    error: ADMIN_ORDER_FIELDS.handedOverUnpaid,
  })
  .refine(({ delivery, buyer }) => delivery.by === 'hand' || buyer.name, {
    path: ['buyer', 'name'],
    error: ADMIN_ORDER_FIELDS.enterBuyer,
  })
  .refine(({ emails, buyer }) => !emails || buyer.email, {
    path: ['buyer', 'email'],
    error: ADMIN_ORDER_FIELDS.enterEmail,
  })
export type NewManualOrder = z.infer<typeof NewManualOrder>

/**
 * Whether the seller is asked again before an order is added at this price: its discount is above the products, or
 * nothing is to be paid although it is no gift.
 */
export const isUnusualPrice = (
  { itemsPrice, totalPrice }: { itemsPrice: number; totalPrice: number },
  { discount, isGift }: { discount: number; isGift: boolean },
) => discount > itemsPrice || (totalPrice === 0 && !isGift)

/** Asks what such an order costs, as far as its address is known. */
export const ManualQuoteQuery = z.object({
  ...manualOrder,
  delivery: z.discriminatedUnion('by', [
    z.object({
      by: z.literal('shipping'),
      state: z.string().max(2).default(''),
      postalCode: z.string().max(20).default(''),
      countryCode: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      method: z.string().max(40).optional(),
      price: money.optional(),
    }),
    z.object({ by: z.literal('pickup') }),
    z.object({ by: z.literal('hand'), taxIncluded }),
  ]),
})
export type ManualQuoteQuery = z.infer<typeof ManualQuoteQuery>

/** What an order costs that the seller adds, and by which methods it can be shipped. */
export const ManualQuote = z
  .object({
    ...PriceChanged.shape.quote.shape,
    taxIncluded: z.literal(true).optional().describe('Only when the prices include the tax'),
    method: z.string().optional().describe('The method of the price. Not for a price that the seller agreed'),
    methods: z.array(z.object({ id: z.string(), name: z.string(), price: money })),
    noShipping: z.string().optional().describe('Why no parcel goes there. Only when none does'),
    hasPickup: z.boolean().describe('Whether orders can be collected'),
  })
  .meta({ id: 'ManualQuote' })
export type ManualQuote = z.infer<typeof ManualQuote>

/** What the orders that were added by hand today have brought, less their refunds; gifts count as orders only. */
export const MarketDay = z
  .object({ orders: z.int(), cash: money, other: money, card: money.describe('Paid by their buyers by the link') })
  .meta({ id: 'MarketDay' })
export type MarketDay = z.infer<typeof MarketDay>

/** A product as a stand sells it: `images` has its first photo. */
export const StandProduct = Product.pick({
  ...{ _id: true, name: true, price: true, priceMax: true, qty: true, images: true },
  ...{ axes: true, choices: true, makeDays: true, asks: true },
}).meta({ id: 'StandProduct' })
export type StandProduct = z.infer<typeof StandProduct>

/** What can be handed over now, and the tax on it. */
export const Stand = z
  .object({
    products: z.array(StandProduct).describe('Those that sell most first, then the newest. Without sold-out ones'),
    hasMore: z.boolean().describe('Whether there are others, which the list of products finds'),
    tax: PlaceRates.shape.tax.describe('Of what is handed over'),
    isTaxIncluded: z.boolean().describe('Whether the seller sells at prices that include the tax'),
    hasPickup: z.boolean().describe('Whether orders can be collected'),
  })
  .meta({ id: 'Stand' })
export type Stand = z.infer<typeof Stand>

/** The link of an order that a guest placed. */
export const OrderLink = z.object({ url: z.string() }).meta({ id: 'OrderLink' })

/** A shipping address in the place of the one that the form has loaded. */
export const NewAddress = z.object({
  shippingAddress: ShippingAddress,
  loaded: ShippedTo.describe('The address as it was loaded. Another one by now is not replaced'),
})
export type NewAddress = z.infer<typeof NewAddress>

/** How a parcel travels and what is in it, and how the order was paid if it is not paid yet. */
export const Dispatch = Shipment.extend({
  ...ManualPayment.shape,
  items: z
    .array(z.object({ line: z.int().min(1), qty: z.int().min(1).max(1_000_000) }))
    .max(MOST_LINES)
    .refine((items) => new Set(items.map(({ line }) => line)).size === items.length, {
      error: ADMIN_ORDER_FIELDS.lineTwice,
    })
    .optional()
    .describe(
      'What is in the parcel; without it, all that is left. Empty: nothing else ships, so that the order is shipped without another parcel',
    ),
  parcelsBefore: z
    .int()
    .optional()
    .describe('How many parcels of the order the client knows. With another number by now nothing is shipped'),
})
export type Dispatch = z.infer<typeof Dispatch>

/** A parcel of an order. */
export const ParcelKey = z.object({ id, parcelId: id })

/** Characters of the reason for a refund at most. */
export const REFUND_REASON_MAX = 300

const units = z.int().min(0).max(1_000_000)

/** A refund request; without an amount, units and shipping, it refunds the rest of the payment. */
export const NewRefund = z
  .object({
    amount: money
      .refine((cents) => cents > 0, ADMIN_ORDER_FIELDS.refundAmount)
      .optional()
      .describe('Without it, what the units and the shipping cost'),
    restock: z.boolean().default(false).describe('Restocks all units, with a full refund. Without `items`'),
    items: z
      .array(
        z.object({
          line: z.int().min(1).describe('The line of the order, as in what can be refunded'),
          qty: units.describe('Units to refund'),
          restock: units.default(0).describe('Units to return to stock'),
        }),
      )
      .min(1)
      .max(MOST_LINES)
      .optional()
      .describe('The units to refund or to restock'),
    shipping: z.boolean().optional().describe('Whether to refund the shipping of the order'),
    reason: oneLine.trim().max(REFUND_REASON_MAX, ADMIN_ORDER_FIELDS.reasonTooLong(REFUND_REASON_MAX)).optional(),
    tellReason: z.boolean().optional().describe('Whether the buyer reads the reason in the email'),
  })
  .refine(({ items = [] }) => new Set(items.map(({ line }) => line)).size === items.length, {
    path: ['items'],
    error: ADMIN_ORDER_FIELDS.lineTwice,
  })
  .refine(({ items = [] }) => items.every(({ qty, restock }) => qty + restock > 0), {
    path: ['items'],
    error: ADMIN_ORDER_FIELDS.noUnits,
  })
  .refine(({ items, restock }) => !(items && restock), { path: ['restock'], error: ADMIN_ORDER_FIELDS.restockLines })
export type NewRefund = z.infer<typeof NewRefund>

/** What can still be refunded and restocked of an order. */
export const Refundable = z
  .object({
    items: z.array(
      OrderItem.pick({ name: true, qty: true, price: true, image: true }).extend({
        line: z.int(),
        answers: z.array(OrderAnswer).optional().describe('Only with answers'),
        discount: money.optional().describe('What discounts took off all of its units. Only if they did'),
        refunded: z.int().describe('Units refunded so far'),
        restocked: z.int().describe('Units returned to stock so far'),
      }),
    ),
    isShippingRefunded: z.boolean(),
    shippingCost: money.describe('What the shipping cost, with the tax on it'),
    shippingTax: money.describe('The tax on the shipping'),
    left: money.describe('What is left of the payment'),
  })
  .meta({ id: 'Refundable' })
export type Refundable = z.infer<typeof Refundable>

/** State of a refund. */
export const Refund = z.object({
  id,
  amount: money,
  state: z.enum(['requested', 'pending', 'completed', 'failed']),
})

/** A note about an order, which only admins read. */
export const NewNote = z.object({ text: OrderNoteText })

/** A new day by which an order ships. */
export const NewDelay = z.object({
  wasBy: z.iso.date().describe('The day that it replaces, as it was loaded'),
  shipBy: z.iso.date(ADMIN_ORDER_FIELDS.chooseDay),
  words: z
    .string()
    .trim()
    .max(DELAY_WORDS_MAX, ADMIN_ORDER_FIELDS.wordsTooLong(DELAY_WORDS_MAX))
    .refine(isPrintableText, ADMIN_ORDER_FIELDS.wordsCharacters)
    .default('')
    .describe('For the buyer, in the message about it'),
})
export type NewDelay = z.infer<typeof NewDelay>

/** Orders to mark as shipped at once. */
export const OrdersToShip = z.object({
  ids: z.array(id).min(1, ADMIN_ORDER_FIELDS.chooseOrders).max(BULK_MAX, ADMIN_ORDER_FIELDS.tooManyOrders(BULK_MAX)),
})

/** What was sent at once, by which it can be taken back. */
export const SentShipments = z
  .object({ parcels: z.array(id), ready: z.array(id).describe('The orders that are ready to collect') })
  .meta({ id: 'SentShipments' })
export type SentShipments = z.infer<typeof SentShipments>

/** How many orders were marked as shipped: paid ones, not yet shipped and not fully refunded. */
export const OrdersShipped = z.object({ shipped: z.int(), sent: SentShipments }).meta({ id: 'OrdersShipped' })
export type OrdersShipped = z.infer<typeof OrdersShipped>

/** Shipments taken back at once at most: more than a file of tracking numbers has. */
const MOST_TAKEN_BACK = 20_000

/** What was sent at once and is to be taken back. */
export const SentShipmentsKey = z.object({
  parcels: z.array(id).max(MOST_TAKEN_BACK),
  ready: z.array(id).max(MOST_TAKEN_BACK),
})

/** How many shipments were taken back, and of how many the message to the buyer was being sent. */
export const ShipmentsTakenBack = z.object({ takenBack: z.int(), tooLate: z.int() }).meta({ id: 'ShipmentsTakenBack' })
export type ShipmentsTakenBack = z.infer<typeof ShipmentsTakenBack>

/** Something that happened to an order. */
export const OrderEvent = z
  .object({
    kind: z.enum([
      'placed',
      'removed',
      'repriced',
      'declined',
      'paid',
      'mailed',
      'delayed',
      'shipped',
      'refunded',
      'disputed',
      'noted',
      'canceled',
      'claimed',
      'readdressed',
      'returned',
      'erased',
    ]),
    at: timestamp,
    text: z.string().describe('What happened, in a sentence'),
  })
  .meta({ id: 'OrderEvent' })
export type OrderEvent = z.infer<typeof OrderEvent>

/** Events of an order, oldest first. */
export const Timeline = z.array(OrderEvent)

const LONGEST_ID = 37

/** Orders to pack: their ids with commas between them. */
export const PackingQuery = z.object({
  ids: z
    .string()
    .max(BULK_MAX * LONGEST_ID, ADMIN_ORDER_FIELDS.tooManyOrders(BULK_MAX))
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid(ADMIN_ORDER_FIELDS.invalidId))),
})

/** An order for packing, without prices. `isDelivered`: already shipped. */
export const Parcel = z
  .object({
    _id: id,
    number: z.int(),
    name: z.string(),
    shippingAddress: ShippedTo,
    items: z.array(
      OrderItem.pick({ product: true, name: true, qty: true, image: true }).extend({
        sku: z.string(),
        answers: z
          .array(OrderAnswer.omit({ price: true }))
          .optional()
          .describe('Only with answers'),
      }),
    ),
    giftNote: z.string().optional().describe('To print for the one who gets the gift. Only when given'),
    giftWrap: z.literal(true).optional().describe('Only when it is to be wrapped as a gift'),
    isDemo: z.boolean().describe('Paid in a demo: there is nothing to ship'),
    shipBy: z.iso.date().optional().describe('The day of the shop by which it ships'),
    shipping: Order.shape.shipping,
    arrives: Order.shape.arrives,
    isDelivered: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'Parcel' })
export type Parcel = z.infer<typeof Parcel>

export const Parcels = z.array(Parcel)
