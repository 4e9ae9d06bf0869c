// The register of all tables of the shop: what each holds about a person, and how it is read; or why nothing of it is in
// a person's file. A table that is missing here is a type error, and a test compares the register with the database.
import { and, eq, getColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/client.ts'
import { pastCustomers, pastOrderItems, pastOrders, pastReviews } from '../db/history-schema.ts'
import {
  addressChanges,
  cancelRequests,
  dropAdmissions,
  orderDelays,
  orderItems,
  orderNotes,
  orders,
  orderVerifyLog,
} from '../db/order-schema.ts'
import { discrepancies, paymentAttempts, refundItems, refunds } from '../db/payment-schema.ts'
import { disputes } from '../db/payout-schema.ts'
import { requests } from '../db/request-schema.ts'
import {
  apiKeys,
  auditEvents,
  CHECKOUT_MAILS,
  isNoCheckoutMail,
  mailedAbout,
  mailedTokens,
  outbox,
  products,
  savedAddresses,
  sessions,
  users,
} from '../db/schema.ts'
import { hasEmail } from '../history/remove-history.ts'
import { REGISTER } from '../texts/personal-data.ts'
import type { Person } from './person.ts'

type Modules = typeof import('../db/schema.ts') &
  typeof import('../db/order-schema.ts') &
  typeof import('../db/payment-schema.ts') &
  typeof import('../db/payout-schema.ts') &
  typeof import('../db/request-schema.ts') &
  typeof import('../db/import-schema.ts') &
  typeof import('../db/history-schema.ts') &
  typeof import('../db/totals-schema.ts')
type NameOf<Export> = Export extends PgTable<infer Config> ? Config['name'] : never
/** The names of all tables. */
type TableName = { [Export in keyof Modules]: NameOf<Modules[Export]> }[keyof Modules]

export type DataRow = Record<string, unknown>
/** Everything that the shop holds about a person: rows by the name of their table. */
export type PersonalData = Record<string, DataRow[]>
/** A table with rows about a person: how they are read, and why some of its columns are left out of the file. */
type Held = { read(tx: Db, person: Person): Promise<DataRow[]>; leftOut?: Record<string, string> }
/** Why a table holds nothing for the file of a person. */
type NotHeld = { reason: string }

const { SECRET, SELLER, GOODS, SHOP, STOCK, HISTORY, FIGURES, COUNTERS, WEBHOOKS, IMPORTED } = REGISTER

const ordersOf = ({ ids }: Person) =>
  sql`(select ${orders.id} from ${orders} where ${ids.length > 0 ? inArray(orders.userId, ids) : sql`false`})`
const ofOrders = (column: AnyPgColumn, person: Person) => sql`${column} in ${ordersOf(person)}`

/** The row of a person's request: theirs, or of their address. */
const isRequestOf = ({ ids, email }: Person) =>
  or(inArray(requests.userId, ids), email ? sql`lower(${requests.email}) = lower(${email})` : sql`false`)

/** SQL: the past orders in other shops of a person's email address. */
const pastOrdersOf = ({ email }: Person) => sql`(
  select ${pastOrders.id} from ${pastOrders} join ${pastCustomers} on ${pastCustomers.id} = ${pastOrders.customerId}
  where ${email ? hasEmail(email) : sql`false`})`

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
  return mails(sql`${outbox.dedupeKey} = any(array(${keys}))`)
    .union(mails(and(isNoCheckoutMail(outbox), about('orderId', sql`select id::text from ${ordersOf(person)} o`))))
    .union(
      mails(
        about('refundId', sql`select ${refunds.id}::text from ${refunds} where ${ofOrders(refunds.orderId, person)}`),
      ),
    )
    .union(mails(about('requestId', sql`select ${requests.id}::text from ${requests} where ${isRequestOf(person)}`)))
    .union(mails(about('userId', sql`select unnest(${sql.param(person.ids)}::text[])`)))
    .union(mails(about('to', address)))
    .union(mails(about('email', address)))
}

/** All tables by their names. */
export const TABLES: Record<TableName, Held | NotHeld> = {
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
  drop_admissions: {
    read: (tx, person) =>
      tx
        .select()
        .from(dropAdmissions)
        .where(ofOrders(dropAdmissions.orderId, person))
        .orderBy(dropAdmissions.admittedAt),
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
  requests: {
    read: (tx, person) =>
      tx
        .select({ ...getColumns(requests), product: products.name })
        .from(requests)
        .innerJoin(products, eq(products.id, requests.productId))
        .where(isRequestOf(person))
        .orderBy(requests.createdAt),
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
  past_customers: {
    read: (tx, { email }) =>
      tx
        .select()
        .from(pastCustomers)
        .where(email ? hasEmail(email) : sql`false`)
        .orderBy(pastCustomers.id),
  },
  past_orders: {
    read: (tx, person) =>
      tx
        .select()
        .from(pastOrders)
        .where(sql`${pastOrders.id} in ${pastOrdersOf(person)}`)
        .orderBy(pastOrders.day, pastOrders.id),
    leftOut: { importId: SELLER, search: SHOP },
  },
  past_order_items: {
    read: (tx, person) =>
      tx
        .select()
        .from(pastOrderItems)
        .where(sql`${pastOrderItems.pastOrderId} in ${pastOrdersOf(person)}`)
        .orderBy(pastOrderItems.pastOrderId, pastOrderItems.line),
  },
  past_reviews: {
    read: (tx, person) =>
      tx
        .select()
        .from(pastReviews)
        .where(sql`${pastReviews.pastOrderId} in ${pastOrdersOf(person)}`)
        .orderBy(pastReviews.day, pastReviews.id),
    leftOut: { importId: SELLER, hidden: SELLER },
  },

  admin_links: { reason: SECRET },
  secrets: { reason: SECRET },
  rate_limits: { reason: COUNTERS },
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
  imports: { reason: SELLER },
  import_rows: { reason: IMPORTED },
  categories: { reason: GOODS },
  products: { reason: GOODS },
  product_words: { reason: GOODS },
  product_costs: { reason: GOODS },
  order_item_costs: { reason: GOODS },
  product_slugs: { reason: GOODS },
  drops: { reason: GOODS },
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
  logos: { reason: SHOP },
  demo_rows: { reason: SHOP },
  own_shop: { reason: SHOP },
}

/** The names of the tables with rows about people, in the order of the register. */
export const HELD = Object.entries(TABLES).flatMap(([name, table]) => ('read' in table ? [{ name, ...table }] : []))
