// The tables of the checkout: docs/checkout.md explains how these rows keep money and stock right. What must never
// happen is refused here, by constraints, and by the triggers of migrations/*_rules.
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { identityKey, table, timestampNow, timestampTz, uuidKey } from './columns.ts'
import { coupons, orders, products, users } from './schema.ts'

const attemptStates = ['authorising', 'capturing', 'captured', 'declined', 'abandoning', 'voided'] as const

export const paymentAttempts = table(
  'payment_attempts',
  {
    id: uuidKey(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** `manual` is a payment that the seller has noted: no card, and the card service knows nothing of it. */
    kind: text({ enum: ['card', 'manual', 'zero'] }).notNull(),
    /** How the shop took payments when this one began. Only `live` moves money; the others are demo payments for ever. */
    mode: text({ enum: ['live', 'sandbox', 'simulated'] })
      .notNull()
      .default('live'),
    amountCents: integer().notNull(),
    idemKey: text().notNull().unique().generatedAlwaysAs(sql`'auth-' || id`),
    state: text({ enum: attemptStates }).notNull(),
    squarePaymentId: text().unique(),
    cardBrand: text(),
    cardLast4: text(),
    /** With a manual payment: what the seller wrote down about it, and who did. */
    note: text(),
    recordedBy: uuid().references(() => users.id),
    processId: text('boot_id').notNull(),
    leaseUntil: timestampTz().notNull(),
    nextTryAt: timestampNow(),
    tries: integer().notNull().default(0),
    errorCode: text(),
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
    index('payment_attempts_unfinished')
      .on(t.nextTryAt)
      .where(sql`${t.state} in ('authorising', 'capturing', 'abandoning')`),
    index('payment_attempts_order').on(t.orderId),
  ],
)

/** Stock taken for an attempt: given back when it fails, sold when it is captured. */
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

/** Which payment attempt holds or used a coupon. A one-time coupon has one slot, so one use at most. */
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
    primaryKey({ columns: [t.couponId, t.attemptId] }),
    uniqueIndex('coupon_uses_slot').on(t.couponId, t.slot).where(sql`${t.state} in ('held', 'used')`),
    index('coupon_uses_attempt').on(t.attemptId),
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
    /** Zero where nothing is left to give back and only the pieces return to the shelf. */
    cents: integer().notNull(),
    restock: boolean().notNull(),
    state: text({ enum: ['requested', 'pending', 'completed', 'failed'] }).notNull(),
    /** `dashboard`: made in the card service's own dashboard, and recorded here when the shop heard of it. */
    origin: text({ enum: ['shop', 'dashboard'] })
      .notNull()
      .default('shop'),
    squareRefundId: text().unique(),
    requestedBy: uuid().references(() => users.id),
    tries: integer().notNull().default(0),
    nextTryAt: timestampTz().notNull().default(sql`now() + interval '1 minute'`),
    createdAt: timestampNow(),
    updatedAt: timestampNow(),
  },
  (t) => [
    index('refunds_order').on(t.orderId),
    index('refunds_unfinished').on(t.nextTryAt).where(sql`${t.state} in ('requested', 'pending')`),
    check('refunds_cents', sql`${t.cents} >= 0`),
    check('refunds_origin', sql`${t.origin} in ('shop', 'dashboard')`),
  ],
)

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
  (t) => [index('webhook_events_undone').on(t.nextTryAt).where(sql`${t.processedAt} is null`)],
)

/** Every move of an attempt, append only. */
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

/** Differences between the shop's books and the card service's, each told once and closed by a person with a note. */
export const discrepancies = table(
  'reconciliation_breaks',
  {
    id: identityKey(),
    kind: text().notNull(),
    subject: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
    since: timestampNow(),
    resolvedAt: timestampTz(),
    /** The account that closed it; null where `resolvedBy` says in words who did. */
    resolvedById: uuid().references(() => users.id),
    resolvedBy: text(),
    note: text(),
  },
  (t) => [
    uniqueIndex('reconciliation_breaks_told').on(t.kind, t.subject),
    index('reconciliation_breaks_waiting').on(t.since).where(sql`${t.resolvedAt} is null`),
  ],
)
