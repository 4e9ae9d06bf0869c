// The tables of orders.
import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { HOME } from '#contract/addresses.ts'
import type { OrderWay } from '#contract/admin/orders.ts'
import type { Answered } from '#contract/answers.ts'
import { CARRIERS } from '#contract/carriers.ts'
import { HANDED_OVER } from '#contract/rates.ts'
import { identityKey, table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { products } from './catalog.ts'
import { coupons } from './coupons.ts'
import type { RateParts } from './tax.ts'
import { users } from './users.ts'

/** Where the tax rate of an order comes from. */
export type OrderTax = {
  mode: 'states' | 'included'
  /** The table of its ZIP codes, the state's or country's own rate, or nothing, since the shop collects none there. */
  from: 'table' | 'state' | 'none'
  country: string
  state?: string | undefined
  zip?: string | undefined
  /** The tax region, as the table calls it. */
  place?: string | null
  parts?: RateParts | null
  by?: 'origin' | 'destination' | 'pickup'
  /** Whether shipping was taxed. */
  shipping: boolean
  /** The name of the table's file, and when it was loaded. */
  source?: string
  loadedAt?: string
  /** The table of the state lacked this ZIP code. */
  isUnknownZip?: true
  /** Why no tax was charged although there was a rate. */
  exempt?: 'coupon'
}

/** How an order travels: its method and zone by name, the weight of its package, and its days on the way. */
export type PlacedShipping = {
  method: string
  name: string
  by: 'pieces' | 'grams' | 'goods'
  zone: string | null
  grams?: number
  days?: { from: number; to: number }
  pickup?: { address: string; hours: string }
}

/**
 * What takes something off the items of an order: an amount in cents, or hundredths of a percent. `products` are those of
 * the order that it is for, without which it is for all; `itemsDiscount` is what it took off them.
 */
type PlacedReduction = { amount: number; percentBp?: number; products?: string[]; itemsDiscount?: number }

/** A coupon with all that it does, for which the order never asks the table of coupons again. */
export type PlacedCoupon = PlacedReduction & { code: string; freeShip: boolean; taxFree: boolean }

/** A discount without a code, by the name that buyers see. */
export type PlacedDiscount = PlacedReduction & { name: string }

/** What customs needs to know of a product: HS code, name, and the country where it is made. */
export type Customs = { hsCode?: string; name?: string; origin?: string }

type OrderColumns = Record<'paidAt' | 'deletedAt' | 'deliveredAt' | 'refundedCents' | 'totalCents', AnyPgColumn>

/** SQL condition: the order ships or has shipped: paid, not refunded in full, and not deleted. */
export const isForBuyer = (o: OrderColumns) =>
  sql`${o.paidAt} is not null and ${o.deletedAt} is null and not ${isRefunded(o)}`

/** SQL condition: the order waits to be shipped. */
export const isToShip = (o: OrderColumns) => sql`${isForBuyer(o)} and ${o.deliveredAt} is null`

/** SQL condition: the payment is refunded in full, or the refund is pending. A free order has a refund of zero. */
export const isRefunded = (o: Pick<OrderColumns, 'refundedCents' | 'totalCents'>) =>
  sql<boolean>`coalesce(${o.refundedCents} >= ${o.totalCents}, false)`

/** SQL condition: the buyer collects the order. */
export const isPickup = (o: Record<'shipping', AnyPgColumn>) => sql<boolean>`coalesce(${o.shipping} ? 'pickup', false)`

/** SQL: how the order gets to its buyer. */
export const wayOf = (o: Record<'shipping', SQLWrapper>) =>
  sql<OrderWay>`case when ${o.shipping} ? 'pickup' then 'pickup'
    when ${o.shipping}->>'method' = ${HANDED_OVER}::text then 'hand' else 'parcel' end`

/** SQL condition: the order waits for its buyer, who collects it. */
export const isToCollect = (o: OrderColumns & Record<'shipping' | 'collectedAt', AnyPgColumn>) =>
  sql`${isForBuyer(o)} and ${isPickup(o)} and ${o.deliveredAt} is not null and ${o.collectedAt} is null`

/** A parcel without a promised day has come so long after it was shipped. */
export const USUAL_TRAVEL_DAYS = 7

/**
 * SQL expression: a moment in UTC by which an order has come for certain, whatever the shop's time zone; null before it is
 * shipped. An index finds by it the orders of the last weeks.
 */
export const latestArrival = (o: Record<'deliveredAt' | 'collectedAt' | 'arrivesTo', AnyPgColumn>) =>
  sql`greatest((${o.deliveredAt} at time zone 'UTC') + interval '${sql.raw(String(USUAL_TRAVEL_DAYS))} days',
    ${o.collectedAt} at time zone 'UTC', (${o.arrivesTo} + 2)::timestamp)`

/** SQL expression: city and tracking number of an order in lowercase, as indexed for searches. */
export const sentTo = (o: Record<'city' | 'trackingNumber', AnyPgColumn>) =>
  sql`lower(${o.city} || ' ' || coalesce(${o.trackingNumber}, ''))`

/** SQL expression: the tracking number of a parcel in lowercase, as indexed for searches. */
export const searchedTracking = (p: Record<'trackingNumber', AnyPgColumn>) => sql`lower(${p.trackingNumber})`

/** SQL expression: the gift note of an order in lowercase and on one line, as indexed for searches. */
export const searchedNote = (o: Record<'giftNote', AnyPgColumn>) => sql`lower(replace(${o.giftNote}, E'\\n', ' '))`

/**
 * SQL expression: the answers of an item in lowercase and on one line, as indexed for searches. They are a list in JSON
 * with spaces for line breaks and quotation marks, so that each word follows a space.
 */
export const searchedAnswers = (i: Record<'answers', AnyPgColumn>) =>
  sql`lower(translate(replace(jsonb_path_query_array(${i.answers}, '$[*].answer')::text, '\\n', ' '), '"', ' '))`

/** SQL expression: `Name: Anna, Wood: Oak`, the answers of an item on one line; null without any. */
export const answersOnOneLine = (i: Record<'answers', AnyPgColumn>) => sql<string | null>`(
  select string_agg(answer->>'label' || ': ' || replace(answer->>'answer', E'\\n', ' / '), ', ' order by place)
  from jsonb_array_elements(${i.answers}) with ordinality as given (answer, place))`

export const orders = table(
  'orders',
  {
    id: uuidKey(),
    number: bigint({ mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity({ startWith: 1001 }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    state: text({ enum: ['unpaid', 'paying', 'capturing', 'paid'] })
      .notNull()
      .default('unpaid'),
    address: text().notNull(),
    /** Apartment, suite or company. */
    address2: text(),
    city: text().notNull(),
    addressState: text().notNull(),
    postalCode: text().notNull(),
    /** As the address names it: USA, or the English name of another country. */
    country: text().notNull(),
    countryCode: text().notNull().default(HOME),
    /** Of the buyer or recipient, for carriers abroad; null in the USA. */
    phone: text(),
    paymentMethod: text().notNull(),
    itemsCents: integer().notNull(),
    shippingCents: integer().notNull(),
    taxCents: integer().notNull(),
    /** The tax rate in parts per million, and what it was of, also when a coupon waived it; null in old orders. */
    taxPpm: integer(),
    taxBaseCents: integer(),
    /** Where the rate comes from; null when the shop charged everybody the same. */
    tax: jsonb().$type<OrderTax>(),
    /** The prices include the tax, so that the total does not add it. */
    taxIncluded: boolean().notNull().default(false),
    /** The price of the gift wrap; null without gift wrap. */
    wrapCents: integer(),
    discountCents: integer().notNull(),
    totalCents: integer().notNull(),
    couponId: uuid().references(() => coupons.id),
    /** The coupon as it was when the order was placed; without a code for a discount that the seller gave. */
    coupon: jsonb().$type<PlacedCoupon>(),
    /** The discount without a code that acts on it, as it was when the order was placed; null without one. */
    discount: jsonb().$type<PlacedDiscount>(),
    currentAttempt: uuid(),
    /** The hash of the request, so that a double click finds the order that it placed. */
    requestHash: text().notNull(),
    /** The admin who added the order for its buyer, and the key of that request; null for one that its buyer placed. */
    placedBy: uuid().references(() => users.id),
    placedKey: uuid(),
    /** Whether its buyer gets emails about it, besides those asked for. */
    mailsBuyer: boolean().notNull().default(true),
    /** An unverified note about the payer, from the browser. */
    payerNote: jsonb(),
    /** What the packing slip says to the one who gets the gift. */
    giftNote: text(),
    paidAt: timestampTz(),
    /** Paid while payments were simulated: never changes, and never counts as a sale. */
    isDemo: boolean().notNull().default(false),
    /** The kind of a manual payment; null for a card payment and for a free order. */
    paidBy: text({ enum: ['cash', 'other', 'gift'] }),
    /** The sum of all refunds that have not failed, updated by a trigger; null without refunds. */
    refundedCents: integer(),
    /** The shop's day by which the order ships, set when it is paid. */
    shipBy: date({ mode: 'string' }),
    /** The way to ship, by the shipping plan when it was placed; null for an order of a shop without a plan. */
    shipping: jsonb().$type<PlacedShipping>(),
    /** The days on which it arrives, set when it is paid; null when its way to ship has no days. */
    arrivesFrom: date({ mode: 'string' }),
    arrivesTo: date({ mode: 'string' }),
    /** When its last piece was shipped or, of an order that its buyer collects, was ready. */
    deliveredAt: timestampTz(),
    /** Of the latest parcel. */
    carrier: text({ enum: CARRIERS }),
    trackingNumber: text(),
    /** When its buyer collected it. */
    collectedAt: timestampTz(),
    /**
     * Who gets the package, when it is not the buyer; the buyer's name once that user is deleted, and then erased 30
     * days after shipping.
     */
    recipientName: text(),
    /** Version of the order link, part of its signature: a higher one ends the links that were mailed before. */
    linkVersion: integer().notNull().default(1),
    /** When a user moved it to their account, who had placed it as a guest. */
    claimedAt: timestampTz(),
    deletedAt: timestampTz(),
    /** When its buyer canceled the order, which was not paid and never is. */
    canceledAt: timestampTz(),
    /** When its buyer last placed, opened or tried to pay it; an unpaid order is deleted 30 days later. */
    touchedAt: timestampNow(),
    createdAt: timestampNow(),
  },
  // An update of a column in no index leaves the indexes alone. So none has `state`, which every step of a payment
  // changes, or `touched_at`: an order is paid when it has `paid_at`.
  (t) => [
    check('orders_state', sql`${t.state} in ('unpaid', 'paying', 'capturing', 'paid')`),
    check('orders_attempt', sql`(${t.state} = 'unpaid') = (${t.currentAttempt} is null)`),
    check('orders_paid_at', sql`(${t.state} = 'paid') = (${t.paidAt} is not null)`),
    check('orders_canceled', sql`${t.canceledAt} is null or ${t.state} = 'unpaid'`),
    check(
      'orders_total',
      sql`${t.totalCents} = ${t.itemsCents} + ${t.shippingCents} + case when ${t.taxIncluded} then 0 else ${t.taxCents} end + coalesce(${t.wrapCents}, 0) - ${t.discountCents}`,
    ),
    check(
      'orders_arrives',
      sql`(${t.arrivesFrom} is null) = (${t.arrivesTo} is null) and ${t.arrivesFrom} <= ${t.arrivesTo}`,
    ),
    check('orders_placed_by', sql`(${t.placedBy} is null) = (${t.placedKey} is null)`),
    // Guests are deleted from the table that it refers to.
    index('orders_placed_by').on(t.placedBy).where(sql`${t.placedBy} is not null`),
    uniqueIndex('orders_placed_key').on(t.placedKey).where(sql`${t.placedKey} is not null`),
    check('orders_gift_note', sql`char_length(${t.giftNote}) between 1 and 300`),
    check(
      'orders_cents',
      sql`least(${t.itemsCents}, ${t.shippingCents}, ${t.taxCents}, ${t.wrapCents}, ${t.discountCents}, ${t.totalCents}, ${t.taxPpm}, ${t.taxBaseCents}) >= 0`,
    ),
    // Includes the deletion, so that an index-only scan counts the orders of a buyer.
    index('orders_user').on(t.userId, t.createdAt.desc(), t.number.desc(), t.deletedAt),
    index('orders_newest').on(t.createdAt.desc()),
    // For admin lists: paid or unpaid orders by age and by total, and orders to ship.
    index('orders_listed').on(sql`(${t.paidAt} is not null)`, t.number.desc()).where(sql`${t.deletedAt} is null`),
    index('orders_by_total')
      .on(sql`(${t.paidAt} is not null)`, t.totalCents, t.number)
      .where(sql`${t.deletedAt} is null`),
    index('orders_all_by_total').on(t.totalCents, t.number).where(sql`${t.deletedAt} is null`),
    index('orders_to_ship').on(t.number).where(isToShip(t)),
    index('orders_ship_by').on(t.shipBy, t.number).where(isToShip(t)),
    index('orders_deleted').on(t.number).where(sql`${t.deletedAt} is not null`),
    index('orders_recipient').on(t.userId).where(sql`${t.recipientName} is not null`),
    index('orders_recipient_name')
      .using('gin', sql`lower(${t.recipientName}) gin_trgm_ops`)
      .where(sql`${t.recipientName} is not null`),
    index('orders_sent_to').using('gin', sql`${sentTo(t)} gin_trgm_ops`),
    index('orders_gift_note')
      .using('gin', sql`${searchedNote(t)} gin_trgm_ops`)
      .where(sql`${t.giftNote} is not null`),
    // Includes what the dashboard adds up, so that it is read from the index alone.
    index('orders_unpaid').on(t.createdAt, t.totalCents, t.canceledAt, t.deletedAt).where(sql`${t.paidAt} is null`),
    index('orders_unknown_zip')
      .on(sql`(${t.tax}->>'state')`, sql`(${t.tax}->>'zip')`)
      .where(sql`${t.tax} ? 'isUnknownZip'`),
    index('orders_arrived').on(latestArrival(t)).where(sql`${t.deliveredAt} is not null and ${t.mailsBuyer}`),
    index('orders_paid').on(t.paidAt).where(sql`${t.paidAt} is not null`),
    check(
      'orders_paid_by',
      sql`${t.paidBy} is null or (${t.paidBy} in ('cash', 'other', 'gift') and ${t.state} = 'paid')`,
    ),
  ],
)

export const orderItems = table(
  'order_items',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    line: integer().notNull(),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    name: text().notNull(),
    image: text().notNull(),
    qty: integer().notNull(),
    /** The price with the surcharges of the answers. */
    priceCents: integer().notNull(),
    /** What discounts took off all of its units together. */
    discountCents: integer().notNull().default(0),
    /** The answers to the product's questions; null without any. */
    answers: jsonb().$type<Answered[]>(),
    /** The most business days until a product that is made to order ships; null for others. */
    makeDays: smallint(),
    /** What customs needed to know of the product when it was ordered; null when nothing was given. */
    customs: jsonb().$type<Customs>(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.line] }),
    index('order_items_by_product').on(t.productId),
    index('order_items_answers')
      .using('gin', sql`${searchedAnswers(t)} gin_trgm_ops`)
      .where(sql`${t.answers} is not null`),
    check('order_items_qty', sql`${t.qty} > 0`),
    check('order_items_answers', sql`jsonb_array_length(${t.answers}) > 0`),
    check('order_items_make_days', sql`${t.makeDays} > 0`),
  ],
)

/** The parcels in which orders were shipped, one or several for each. An order that its buyer collects has none. */
export const parcels = table(
  'parcels',
  {
    id: uuidKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    carrier: text({ enum: CARRIERS }),
    trackingNumber: text(),
    shippedAt: timestampNow(),
  },
  (t) => [
    index('parcels_order').on(t.orderId, t.shippedAt),
    index('parcels_tracking')
      .using('gin', sql`${searchedTracking(t)} gin_trgm_ops`)
      .where(sql`${t.trackingNumber} is not null`),
  ],
)

/** What is in a parcel: how many units of which lines of its order. */
export const parcelItems = table(
  'parcel_items',
  {
    parcelId: uuid()
      .notNull()
      .references(() => parcels.id, { onDelete: 'cascade' }),
    orderId: uuid().notNull(),
    line: integer().notNull(),
    qty: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.parcelId, t.line] }),
    foreignKey({ columns: [t.orderId, t.line], foreignColumns: [orderItems.orderId, orderItems.line] }),
    index('parcel_items_line').on(t.orderId, t.line),
    check('parcel_items_qty', sql`${t.qty} > 0`),
  ],
)

/** SQL: how many units of an item are in parcels that were sent. */
export const shippedUnits = (i: Record<'orderId' | 'line', AnyPgColumn>) => sql<number>`(
  select coalesce(sum(${parcelItems.qty}), 0)::int from ${parcelItems}
  where ${parcelItems.orderId} = ${i.orderId} and ${parcelItems.line} = ${i.line})`

/**
 * What a unit of a line cost the seller when its order was paid, copied from `product_costs` by a trigger. A line whose
 * costs were not known has none, unless the seller adds them later; what is there never changes.
 */
export const orderItemCosts = table(
  'order_item_costs',
  {
    orderId: uuid().notNull(),
    line: integer().notNull(),
    materialCents: integer().notNull(),
    packagingCents: integer().notNull(),
    postageCents: integer().notNull(),
    minutes: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.line] }),
    foreignKey({ columns: [t.orderId, t.line], foreignColumns: [orderItems.orderId, orderItems.line] }).onDelete(
      'cascade',
    ),
  ],
)

/** The former shipping addresses of orders whose address an admin has changed. */
export const addressChanges = table(
  'address_changes',
  {
    id: identityKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The admin who changed it. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** On one line. Erased with the recipient of a deleted account. */
    former: text().notNull(),
    createdAt: timestampNow(),
  },
  (t) => [index('address_changes_order').on(t.orderId)],
)

/** What admins wrote about an order, for themselves. A note is never changed. */
export const orderNotes = table(
  'order_notes',
  {
    id: identityKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The admin who wrote it. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: timestampNow(),
  },
  (t) => [index('order_notes_order').on(t.orderId), check('order_notes_text', sql`${t.text} <> ''`)],
)

/**
 * What buyers wrote who asked to cancel a paid order, once per order, and the seller's words when she declined. A full
 * refund accepts it, and shipping ends it.
 */
export const cancelRequests = table(
  'cancel_requests',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    /** Erased with the recipient of a deleted account. */
    reason: text().notNull(),
    createdAt: timestampNow(),
    declinedAt: timestampTz(),
    /** The admin who declined it. */
    declinedBy: uuid().references(() => users.id),
    answer: text(),
  },
  (t) => [
    index('cancel_requests_open').on(t.createdAt).where(sql`${t.declinedAt} is null`),
    check(
      'cancel_requests_declined',
      sql`(${t.declinedAt} is null) = (${t.answer} is null) and (${t.declinedAt} is null) = (${t.declinedBy} is null)`,
    ),
  ],
)

/** The days by which an order was to ship, and those that replaced them. The latest is the one of the order. */
export const orderDelays = table(
  'order_delays',
  {
    id: uuidKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    wasBy: date({ mode: 'string' }).notNull(),
    shipBy: date({ mode: 'string' }).notNull(),
    /** The seller's words to the buyer. */
    words: text().notNull(),
    /** The last day to agree, or the money goes back; null when no answer means to wait. */
    answerBy: date({ mode: 'string' }),
    answer: text({ enum: ['wait', 'refund'] }),
    answeredAt: timestampTz(),
    /** The admin who named the day. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: timestampNow(),
  },
  (t) => [
    // A day is replaced once, by a later one.
    uniqueIndex('order_delays_day').on(t.orderId, t.shipBy),
    uniqueIndex('order_delays_replaced').on(t.orderId, t.wasBy),
    index('order_delays_to_refund')
      .on(t.orderId)
      .where(sql`${t.answer} = 'refund' or ${t.answer} is null and ${t.answerBy} is not null`),
    check('order_delays_later', sql`${t.shipBy} > ${t.wasBy} and ${t.answerBy} between ${t.wasBy} and ${t.shipBy}`),
    check('order_delays_answer', sql`${t.answer} in ('wait', 'refund')`),
    check('order_delays_answered', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
)

/** What `verify/logs` changed in an unpaid order: an item removed, a coupon removed, or other prices. */
export const orderVerifyLog = table(
  'order_verify_log',
  {
    id: identityKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: ['item_removed', 'coupon_removed', 'prices_changed'] })
      .notNull()
      .default('item_removed'),
    item: text(),
    /** How many of a removed item stay in the order; null for none. */
    qtyLeft: integer(),
    /** The code of the coupon, and why it was removed. */
    code: text(),
    reason: text({ enum: ['expired', 'used', 'deleted'] }),
    /** The order's total after a coupon was removed or prices changed. */
    totalCents: integer(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('order_verify_log_order').on(t.orderId),
    check(
      'order_verify_log_kind',
      sql`coalesce(case ${t.kind}
        when 'item_removed' then ${t.item} is not null
        when 'coupon_removed' then ${t.code} is not null and ${t.reason} in ('expired', 'used', 'deleted') and ${t.totalCents} >= 0
        when 'prices_changed' then ${t.totalCents} >= 0
        else false end, false)`,
    ),
  ],
)
