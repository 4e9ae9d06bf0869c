// The register of all tables of the shop: what each holds about a person, and how it is read; or why nothing of it is in
// a person's file. A table that is missing here is a type error, and a test compares the register with the database.
import { and, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/db/client.ts'
import { CHECKOUT_MAILS, isNoCheckoutMail, mailedAbout, outbox } from '#server/platform/outbox/schema.ts'
import { type DataRow, type Person, personHooks, type Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'
import { auditEvents } from '#server/shop/schema/audit-log.ts'
import {
  addressChanges,
  cancelRequests,
  orderDelays,
  orderItems,
  orderNotes,
  orders,
  orderVerifyLog,
  parcelItems,
  parcels,
} from '#server/shop/schema/orders.ts'
import { discrepancies, disputes, paymentAttempts, refundItems, refunds } from '#server/shop/schema/payments.ts'
import { apiKeys, mailedTokens, savedAddresses, sessions, users } from '#server/shop/schema/users.ts'

type ShopTables = typeof import('#server/shop/schema/catalog.ts') &
  typeof import('#server/shop/schema/coupons.ts') &
  typeof import('#server/shop/schema/email-opt-outs.ts') &
  typeof import('#server/shop/schema/look.ts') &
  typeof import('#server/shop/schema/orders.ts') &
  typeof import('#server/shop/schema/payments.ts') &
  typeof import('#server/shop/schema/settings.ts') &
  typeof import('#server/shop/schema/tax.ts') &
  typeof import('#server/shop/schema/text-pages.ts') &
  typeof import('#server/shop/schema/users.ts') &
  typeof import('#server/platform/db/schema.ts') &
  typeof import('#server/shop/schema/alerts.ts') &
  typeof import('#server/platform/outbox/schema.ts') &
  typeof import('#server/platform/rate-limits/schema.ts') &
  typeof import('#server/shop/schema/audit-log.ts') &
  typeof import('#server/shop/schema/own-shop.ts') &
  typeof import('#server/shop/schema/payouts.ts') &
  typeof import('#server/shop/schema/totals.ts')

/** Everything that the shop holds about a person: rows by the name of their table. */
export type PersonalData = Record<string, DataRow[]>

const { SECRET, SELLER, GOODS, SHOP, STOCK, HISTORY, FIGURES, COUNTERS, OPT_OUTS, WEBHOOKS } = REGISTER

/** SQL: the orders of a person. */
const ordersOf = ({ ids }: Person) =>
  sql`(select ${orders.id} from ${orders} where ${ids.length > 0 ? inArray(orders.userId, ids) : sql`false`})`
const ofOrders = (column: AnyPgColumn, person: Person) => sql`${column} in ${ordersOf(person)}`

/** SQL: the order that a message in the outbox is about. */
const orderOfMail = sql<string | null>`coalesce(${outbox.payload}->>'orderId',
  (select ${refunds.orderId}::text from ${refunds} where ${refunds.id} = (${outbox.payload}->>'refundId')::uuid))`

/** The ids of the messages about a person. Each part has an index; for `or` PostgreSQL would read the whole table. */
function mailsOf(tx: Db, person: Person) {
  const mails = (where: SQL | undefined) => tx.select({ id: outbox.id }).from(outbox).where(where)
  const about = (field: keyof typeof mailedAbout, values: SQL) =>
    sql`${mailedAbout[field](outbox)} is not null and ${mailedAbout[field](outbox)} = any(array(${values}))`
  const address = sql`select lower(${person.email ?? null}::text)`
  const keys = sql`select kind || '-' || o.id from ${ordersOf(person)} o, unnest(${sql.param(CHECKOUT_MAILS)}::text[]) as kind`
  const ofFeatures = personHooks.flatMap(({ mailed }) => mailed?.(person) ?? [])
  const knownMails = mails(sql`${outbox.dedupeKey} = any(array(${keys}))`)
    .union(mails(and(isNoCheckoutMail(outbox), about('orderId', sql`select id::text from ${ordersOf(person)} o`))))
    .union(
      mails(
        about('refundId', sql`select ${refunds.id}::text from ${refunds} where ${ofOrders(refunds.orderId, person)}`),
      ),
    )
    .union(mails(about('userId', sql`select unnest(${sql.param(person.ids)}::text[])`)))
    .union(mails(about('to', address)))
    .union(mails(about('email', address)))
  return ofFeatures.reduce((query, { field, ids }) => query.union(mails(about(field, ids))) as typeof query, knownMails)
}

/** The tables of the shop by their names. */
const SHOP_TABLES: Register<ShopTables> = {
  users: {
    read: (tx, { ids }) => tx.select().from(users).where(inArray(users.id, ids)).orderBy(users.createdAt),
    leftOut: { passwordHash: SECRET },
  },
  sessions: {
    read: (tx, { ids }) => tx.select().from(sessions).where(inArray(sessions.userId, ids)).orderBy(sessions.createdAt),
    leftOut: { tokenHash: SECRET },
  },
  api_keys: {
    read: (tx, { ids }) => tx.select().from(apiKeys).where(inArray(apiKeys.userId, ids)).orderBy(apiKeys.createdAt),
    leftOut: { keyHash: SECRET },
  },
  mailed_tokens: {
    read: (tx, { ids }) =>
      tx.select().from(mailedTokens).where(inArray(mailedTokens.userId, ids)).orderBy(mailedTokens.createdAt),
    leftOut: { tokenHash: SECRET },
  },
  audit_events: {
    read: (tx, { ids }) =>
      tx.select().from(auditEvents).where(inArray(auditEvents.userId, ids)).orderBy(auditEvents.id),
    leftOut: { dedupeKey: SHOP },
  },
  saved_addresses: {
    read: (tx, { ids }) =>
      tx.select().from(savedAddresses).where(inArray(savedAddresses.userId, ids)).orderBy(savedAddresses.usedAt),
  },
  orders: {
    read: (tx, { ids }) => tx.select().from(orders).where(inArray(orders.userId, ids)).orderBy(orders.number),
    leftOut: { requestHash: SECRET, placedBy: SELLER, placedKey: SECRET },
  },
  order_items: {
    read: (tx, person) =>
      tx
        .select()
        .from(orderItems)
        .where(ofOrders(orderItems.orderId, person))
        .orderBy(orderItems.orderId, orderItems.line),
  },
  parcels: {
    read: (tx, person) =>
      tx.select().from(parcels).where(ofOrders(parcels.orderId, person)).orderBy(parcels.orderId, parcels.shippedAt),
  },
  parcel_items: {
    read: (tx, person) =>
      tx
        .select()
        .from(parcelItems)
        .where(ofOrders(parcelItems.orderId, person))
        .orderBy(parcelItems.parcelId, parcelItems.line),
  },
  address_changes: {
    read: (tx, person) =>
      tx.select().from(addressChanges).where(ofOrders(addressChanges.orderId, person)).orderBy(addressChanges.id),
    leftOut: { userId: SELLER },
  },
  order_notes: {
    read: (tx, person) =>
      tx.select().from(orderNotes).where(ofOrders(orderNotes.orderId, person)).orderBy(orderNotes.id),
    leftOut: { userId: SELLER },
  },
  cancel_requests: {
    read: (tx, person) => tx.select().from(cancelRequests).where(ofOrders(cancelRequests.orderId, person)),
    leftOut: { declinedBy: SELLER },
  },
  order_delays: {
    read: (tx, person) =>
      tx.select().from(orderDelays).where(ofOrders(orderDelays.orderId, person)).orderBy(orderDelays.createdAt),
    leftOut: { userId: SELLER },
  },
  order_verify_log: {
    read: (tx, person) =>
      tx.select().from(orderVerifyLog).where(ofOrders(orderVerifyLog.orderId, person)).orderBy(orderVerifyLog.id),
  },
  payment_attempts: {
    read: (tx, person) =>
      tx
        .select()
        .from(paymentAttempts)
        .where(ofOrders(paymentAttempts.orderId, person))
        .orderBy(paymentAttempts.createdAt),
    leftOut: { idemKey: SECRET, processId: SHOP, recordedBy: SELLER, feeCents: SHOP },
  },
  refunds: {
    read: (tx, person) => tx.select().from(refunds).where(ofOrders(refunds.orderId, person)).orderBy(refunds.createdAt),
    leftOut: { idemKey: SECRET, requestedBy: SELLER, feeCents: SHOP },
  },
  refund_items: {
    read: (tx, person) =>
      tx
        .select({ ...getColumns(refundItems), orderId: refunds.orderId })
        .from(refundItems)
        .innerJoin(refunds, eq(refunds.id, refundItems.refundId))
        .where(ofOrders(refunds.orderId, person))
        .orderBy(refundItems.refundId, refundItems.line),
  },
  reconciliation_breaks: {
    read: (tx, person) =>
      tx
        .select({ ...getColumns(discrepancies), orderId: sql<string>`${discrepancies.detail}->>'orderId'` })
        .from(discrepancies)
        .where(sql`${discrepancies.detail}->>'orderId' in (select id::text from ${ordersOf(person)} o)`)
        .orderBy(discrepancies.id),
    leftOut: { resolvedById: SELLER, resolvedBy: SELLER },
  },
  disputes: {
    read: (tx, person) =>
      tx.select().from(disputes).where(ofOrders(disputes.orderId, person)).orderBy(disputes.createdAt),
  },
  outbox: {
    read: (tx, person) =>
      tx
        .select({ ...getColumns(outbox), orderId: orderOfMail })
        .from(outbox)
        .where(sql`${outbox.id} = any(array(${mailsOf(tx, person)}))`)
        .orderBy(outbox.id),
    leftOut: { dedupeKey: SHOP, payload: SHOP, problem: SELLER },
  },
  admin_links: { reason: SECRET },
  secrets: { reason: SECRET },
  rate_limits: { reason: COUNTERS },
  email_opt_outs: { reason: OPT_OUTS },
  alerts: { reason: SHOP },
  webhook_events: { reason: WEBHOOKS },
  holds: { reason: FIGURES },
  coupon_uses: { reason: FIGURES },
  payment_log: { reason: FIGURES },
  payouts: { reason: FIGURES },
  payout_entries: { reason: FIGURES },
  payout_reads: { reason: SHOP },
  cached_totals: { reason: FIGURES },
  past_changes: { reason: FIGURES },
  stock_ledger: { reason: STOCK },
  product_trace: { reason: HISTORY },
  categories: { reason: GOODS },
  products: { reason: GOODS },
  product_words: { reason: GOODS },
  product_costs: { reason: GOODS },
  order_item_costs: { reason: GOODS },
  product_slugs: { reason: GOODS },
  collections: { reason: GOODS },
  collection_products: { reason: GOODS },
  collection_slugs: { reason: GOODS },
  images: { reason: GOODS },
  coupons: { reason: GOODS },
  pages: { reason: SHOP },
  settings: { reason: SHOP },
  tax_rates: { reason: SHOP },
  outside_sales: { reason: SHOP },
  looks: { reason: SHOP },
  own_shop: { reason: SHOP },
  logos: { reason: SHOP },
}

/** All tables by their names: those of the shop, then those of features. */
export const allTables = () => Object.assign({}, SHOP_TABLES, ...personHooks.map(({ tables }) => tables)) as Tables

type Tables = Record<string, Register<ShopTables>[keyof Register<ShopTables>]>

/** The tables with rows about people, in the order of the register. */
export const heldTables = () =>
  Object.entries(allTables()).flatMap(([name, table]) => ('read' in table ? [{ name, ...table }] : []))
