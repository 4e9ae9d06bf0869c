// The tables of the checkout: docs/checkout.md explains how these rows keep money and stock right. What must never
// happen is refused here, by constraints, and by the triggers in server/shop/database/functions.
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { DISPUTE_STATES } from '#contract/admin/money-check.ts'
import { identityKey, table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import { products } from './catalog.ts'
import { coupons } from './coupons.ts'
import { orders, shippedUnits } from './orders.ts'
import { users } from './users.ts'

type AttemptColumns = Record<'state' | 'kind' | 'feeCents', AnyPgColumn>

/** SQL condition: the card service has not said yet what it charges for the captured card payment. */
export const isWithoutFee = (a: AttemptColumns) =>
  sql`${a.state} = 'captured' and ${a.kind} = 'card' and ${a.feeCents} is null`

/** SQL condition: nobody knows yet how the payment ends. Recovery finishes it or gives it up within seconds. */
export const isUnfinished = (a: AttemptColumns) => sql`${a.state} in ('authorising', 'capturing', 'abandoning')`

/** With real money, in the card service's sandbox, or by the simulator. */
export const PAYMENT_MODES = ['live', 'sandbox', 'simulated'] as const
const attemptStates = ['authorising', 'capturing', 'captured', 'declined', 'abandoning', 'voided'] as const

export const paymentAttempts = table(
  'payment_attempts',
  {
    id: uuidKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** `manual` is a payment that the seller recorded, without a card and without the card service. */
    kind: text({ enum: ['card', 'manual', 'zero'] }).notNull(),
    /** The payment mode when the attempt began. Only `live` moves money; the others stay demo payments. */
    mode: text({ enum: PAYMENT_MODES }).notNull().default('live'),
    amountCents: integer().notNull(),
    idemKey: text().notNull().unique().generatedAlwaysAs(sql`'auth-' || id`),
    state: text({ enum: attemptStates }).notNull(),
    squarePaymentId: text().unique(),
    /** The brand of the card, or CASH_APP or AFTERPAY, which have no last digits. */
    cardBrand: text(),
    cardLast4: text(),
    /** For a manual payment: the note, and the admin who recorded it. */
    note: text(),
    recordedBy: uuid().references(() => users.id),
    processId: text('boot_id').notNull(),
    leaseUntil: timestampTz().notNull(),
    nextTryAt: timestampNow(),
    tries: integer().notNull().default(0),
    errorCode: text(),
    /**
     * The processing fee that the card service charges for a captured card payment, in cents; null until it has said, and
     * for payments without a card. `payments/fees.ts` fills it.
     */
    feeCents: integer(),
    createdAt: timestampNow(),
    updatedAt: timestampNow(),
  },
  (t) => [
    check(
      'payment_attempts_amount',
      sql`(${t.kind} in ('card', 'manual') and ${t.amountCents} > 0) or (${t.kind} = 'zero' and ${t.amountCents} = 0)`,
    ),
    check(
      'payment_attempts_state',
      sql`${t.state} in ('authorising', 'capturing', 'captured', 'declined', 'abandoning', 'voided')`,
    ),
    check('payment_attempts_mode', sql`${t.mode} in ('live', 'sandbox', 'simulated')`),
    uniqueIndex('payment_attempts_live')
      .on(t.orderId)
      .where(sql`${t.state} in ('authorising', 'capturing', 'captured')`),
    index('payment_attempts_unfinished').on(t.nextTryAt).where(isUnfinished(t)),
    index('payment_attempts_order').on(t.orderId),
    index('payment_attempts_without_fee').on(t.mode, t.createdAt).where(isWithoutFee(t)),
  ],
)

/** Stock holds of attempts: released when the attempt fails, sold when it is captured. */
export const holds = table(
  'holds',
  {
    attemptId: uuid()
      .notNull()
      .references(() => paymentAttempts.id),
    productId: uuid()
      .notNull()
      .references(() => products.id),
    qty: integer().notNull(),
    state: text({ enum: ['held', 'sold', 'released'] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.attemptId, t.productId] }),
    index('holds_product').on(t.productId),
    check('holds_qty', sql`${t.qty} > 0`),
    check('holds_state', sql`${t.state} in ('held', 'sold', 'released')`),
  ],
)

/**
 * Coupon holds and uses of attempts. What a coupon allows are slots, of which each has one use at most: a one-time coupon
 * has `once`, one for several orders `n1`, `n2` and so on, others one for each attempt. A coupon that each person can use
 * once has two more for each attempt: `user:` with the id, and `mail:` with a hash of the address.
 */
export const couponUses = table(
  'coupon_uses',
  {
    couponId: uuid()
      .notNull()
      .references(() => coupons.id),
    attemptId: uuid()
      .notNull()
      .references(() => paymentAttempts.id),
    slot: text().notNull(),
    state: text({ enum: ['held', 'used', 'released'] }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.couponId, t.attemptId, t.slot] }),
    uniqueIndex('coupon_uses_slot').on(t.couponId, t.slot).where(sql`${t.state} in ('held', 'used')`),
    index('coupon_uses_attempt').on(t.attemptId),
    // So that a list of coupons counts them by the index alone.
    index('coupon_uses_used').on(t.couponId).where(sql`${t.state} = 'used'`),
  ],
)

export const refunds = table(
  'refunds',
  {
    id: uuidKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    attemptId: uuid()
      .notNull()
      .references(() => paymentAttempts.id),
    idemKey: text().notNull().unique().generatedAlwaysAs(sql`'refd-' || id`),
    /** Zero when no money is left to refund and only the stock returns. */
    cents: integer().notNull(),
    /** The tax and the shipping in it (contract/refund-shares.ts). */
    taxCents: integer().notNull(),
    shippingCents: integer().notNull(),
    /** Whether it returns units to stock; `refund_items` says which. */
    restock: boolean().notNull(),
    /** Whether it returns the shipping of the order, as a part of its own. */
    withShipping: boolean().notNull().default(false),
    /** Why, in the seller's words, and whether the buyer's message has them. */
    reason: text(),
    tellsReason: boolean().notNull().default(false),
    state: text({ enum: ['requested', 'pending', 'completed', 'failed'] }).notNull(),
    /**
     * `dashboard`: made in Square's dashboard, and recorded when the shop learned of it. `dispute`: the buyer's bank took
     * the money back, in a dispute whose id is in `squareRefundId`.
     */
    origin: text({ enum: ['shop', 'dashboard', 'dispute'] })
      .notNull()
      .default('shop'),
    squareRefundId: text().unique(),
    /** What the card service charges for the refund, in cents, negative for a fee that it returns; null without any. */
    feeCents: integer(),
    requestedBy: uuid().references(() => users.id),
    tries: integer().notNull().default(0),
    nextTryAt: timestampTz().notNull().default(sql`now() + interval '1 minute'`),
    createdAt: timestampNow(),
    updatedAt: timestampNow(),
  },
  (t) => [
    index('refunds_order').on(t.orderId),
    index('refunds_made').on(t.createdAt),
    index('refunds_completed').on(t.updatedAt).where(sql`${t.state} = 'completed'`),
    index('refunds_unfinished').on(t.nextTryAt).where(sql`${t.state} in ('requested', 'pending')`),
    check('refunds_cents', sql`least(${t.cents}, ${t.taxCents}, ${t.shippingCents}) >= 0`),
    check('refunds_origin', sql`${t.origin} in ('shop', 'dashboard', 'dispute')`),
  ],
)

/** The units of an order's lines that a refund refunds, and those that it returns to stock. */
export const refundItems = table(
  'refund_items',
  {
    refundId: uuid()
      .notNull()
      .references(() => refunds.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    qty: integer().notNull(),
    restock: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.line] }),
    check('refund_items_units', sql`least(${t.qty}, ${t.restock}) >= 0 and ${t.qty} + ${t.restock} > 0`),
  ],
)

type ItemColumns = Record<'orderId' | 'line' | 'qty', AnyPgColumn>

/** SQL: how many units of an item were refunded, unless the refund has failed. */
export const refundedUnits = (i: Omit<ItemColumns, 'qty'>) => sql<number>`(
  select coalesce(sum(${refundItems.qty}), 0)::int
  from ${refunds} join ${refundItems} on ${refundItems.refundId} = ${refunds.id} and ${refundItems.line} = ${i.line}
  where ${refunds.orderId} = ${i.orderId} and ${refunds.state} <> 'failed')`

/** SQL: how many units of an item are still to be shipped. What was shipped counts as refunded before what was not. */
export const unitsToShip = (i: ItemColumns) =>
  sql<number>`greatest(0, ${i.qty} - greatest(${shippedUnits(i)}, ${refundedUnits(i)}))`

export const webhookEvents = table(
  'webhook_events',
  {
    eventId: text().primaryKey(),
    body: text().notNull(),
    receivedAt: timestampNow(),
    processedAt: timestampTz(),
    tries: integer().notNull().default(0),
    nextTryAt: timestampNow(),
  },
  (t) => [
    index('webhook_events_undone').on(t.nextTryAt).where(sql`${t.processedAt} is null`),
    index('webhook_events_received').on(t.receivedAt),
  ],
)

/** The state transitions of attempts, append only. */
export const paymentLog = table(
  'payment_log',
  {
    id: identityKey(),
    attemptId: uuid()
      .notNull()
      .references(() => paymentAttempts.id),
    fromState: text(),
    toState: text().notNull(),
    actor: text().notNull(),
    detail: jsonb(),
    createdAt: timestampNow(),
  },
  (t) => [index('payment_log_attempt').on(t.attemptId)],
)

/** Discrepancies between the shop's ledger and Square's, each reported once and closed by an admin with a note. */
export const discrepancies = table(
  'reconciliation_breaks',
  {
    id: identityKey(),
    kind: text().notNull(),
    subject: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
    since: timestampNow(),
    resolvedAt: timestampTz(),
    /** The admin who closed it; null when `resolvedBy` names somebody else. */
    resolvedById: uuid().references(() => users.id),
    resolvedBy: text(),
    note: text(),
  },
  (t) => [
    uniqueIndex('reconciliation_breaks_told').on(t.kind, t.subject),
    index('reconciliation_breaks_waiting').on(t.since).where(sql`${t.resolvedAt} is null`),
  ],
)

/** Disputes of the shop's payments: a buyer's bank claims money back. */
export const disputes = table(
  'disputes',
  {
    /** The card service's id. */
    id: text().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    attemptId: uuid()
      .notNull()
      .references(() => paymentAttempts.id),
    cents: integer().notNull(),
    reason: text(),
    state: text({ enum: DISPUTE_STATES }).notNull(),
    /** Until when the seller can answer. */
    dueAt: timestampTz(),
    createdAt: timestampNow(),
    updatedAt: timestampNow(),
  },
  (t) => [
    index('disputes_order').on(t.orderId),
    index('disputes_attempt').on(t.attemptId),
    index('disputes_to_answer').on(t.dueAt).where(sql`${t.state} in ('inquiry', 'open')`),
    check(
      'disputes_state',
      sql`${t.state} in ('inquiry', 'inquiry_answered', 'withdrawn', 'open', 'answered', 'won', 'lost', 'accepted')`,
    ),
  ],
)
