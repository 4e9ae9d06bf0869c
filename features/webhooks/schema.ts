// Endpoints of other programs that hear what happens in the shop, and what is sent to them.
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { identityKey, table, timestampNow, timestampTz, uuidKey } from '#server/platform/db/columns.ts'
import type { DeliveryProblem, OffReason, WebhookTopic } from './contract.ts'

export const webhookEndpoints = table('webhook_endpoints', {
  id: uuidKey(),
  url: text().notNull(),
  topics: text().array().$type<WebhookTopic>().notNull(),
  isOn: boolean().notNull().default(true),
  /** Why the shop has switched it off; null when the seller has. */
  offReason: text().$type<OffReason>(),
  /** Which of its secrets signs: they are derived from one of the shop. */
  secretVersion: integer().notNull().default(1),
  /** The hash of that secret, by which the shop notices that it has become another. */
  secretHash: text().notNull(),
  /** When the secret before was replaced, which signs for a day more. */
  rotatedAt: timestampTz(),
  /** Of the first try that failed since one succeeded. */
  failingSince: timestampTz(),
  createdAt: timestampNow(),
})

/**
 * Events for endpoints, written by triggers in the transaction of what happened. The endpoint is no foreign key: a payment
 * neither waits for one that is being deleted, nor fails by it.
 */
export const webhookDeliveries = table(
  'webhook_deliveries',
  {
    /** Orders the events of an object, whose transactions wait for each other. */
    id: identityKey(),
    /** The same in every try, by which the receiver knows an event that it has. */
    eventId: uuid().notNull().default(sql`uuidv7()`),
    endpointId: uuid().notNull(),
    topic: text().$type<WebhookTopic | 'webhook.test'>().notNull(),
    /** The order or product, whose events arrive in their order. */
    objectId: uuid().notNull(),
    data: jsonb().$type<object>().notNull(),
    tries: integer().notNull().default(0),
    nextTryAt: timestampNow(),
    triedAt: timestampTz(),
    /** When it was delivered or given up. */
    doneAt: timestampTz(),
    /** When it was given up. */
    failedAt: timestampTz(),
    /** The status of the last answer; null when there was none, and `problem` says why. */
    status: integer(),
    problem: text().$type<DeliveryProblem>(),
    /** How the last answer begins. */
    answer: text(),
    createdAt: timestampNow(),
  },
  (t) => [
    index('webhook_deliveries_log').on(t.endpointId, t.id.desc()),
    index('webhook_deliveries_due').on(t.endpointId, t.id).where(sql`${t.doneAt} is null`),
    index('webhook_deliveries_order').on(t.endpointId, t.objectId, t.id).where(sql`${t.doneAt} is null`),
    index('webhook_deliveries_age').on(t.createdAt),
  ],
)
