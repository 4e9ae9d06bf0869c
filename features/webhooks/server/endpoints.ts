// The endpoints that receive events.
import { randomUUID } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { FetchError, type PublicHosts, publicHttpsUrl } from '#server/platform/lib/public-request.ts'
import { queueMails, uniqueKey } from '#server/platform/outbox/outbox.ts'
import {
  MOST_ENDPOINTS,
  type NewWebhookEndpoint,
  type OffReason,
  type WebhookEndpoint,
  type WebhookEndpointUpdate,
} from '../contract.ts'
import { webhookDeliveries, webhookEndpoints } from '../schema.ts'
import { giveUpWaiting } from './deliveries.ts'
import { endpointSecret, secretHash, webhookSecret } from './signatures.ts'
import { WEBHOOKS } from './texts.ts'

/** The lock under which endpoints are added. */
const ENDPOINTS_LOCK = 7_272_741

type Row = typeof webhookEndpoints.$inferSelect

const toEndpoint = ({
  id,
  url,
  topics,
  isOn,
  offReason,
  createdAt,
  failingSince,
  rotatedAt,
}: Row): WebhookEndpoint => ({
  ...{ _id: id, url, topics, isOn, offReason, createdAt: createdAt.toISOString() },
  failingSince: failingSince?.toISOString() ?? null,
  rotatedAt: rotatedAt?.toISOString() ?? null,
})

/** All endpoints, in the order of their creation. */
export async function allEndpoints(db: Db): Promise<WebhookEndpoint[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return rows.map(toEndpoint)
}

/** Throws not_found. */
export async function endpointOf(db: Db, id: string): Promise<WebhookEndpoint> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  return toEndpoint(requireRow(row))
}

/** Throws not_found, and invalid_request for an endpoint that is off. */
export async function requireOn(db: Db, id: string) {
  const { isOn } = await endpointOf(db, id)
  if (!isOn) throw new AppError('invalid_request', WEBHOOKS.isOff)
}

/** Adds an endpoint, and returns its secret. Throws invalid_request for an address that is not public, too_many_webhooks. */
export async function createEndpoint(db: Db, { url, topics }: NewWebhookEndpoint, hosts: PublicHosts) {
  requirePublicUrl(url, hosts)
  const id = randomUUID()
  const secret = endpointSecret(await webhookSecret(db), { id, secretVersion: 1 })
  return db.transaction(async (tx) => {
    await holdLock(tx, ENDPOINTS_LOCK)
    if ((await tx.$count(webhookEndpoints)) >= MOST_ENDPOINTS)
      throw new AppError('too_many_webhooks', WEBHOOKS.tooMany(MOST_ENDPOINTS))
    const values = { id, url, topics: [...new Set(topics)], secretHash: secretHash(secret) }
    return { ...toEndpoint(onlyRow(await tx.insert(webhookEndpoints).values(values).returning())), secret }
  })
}

function requirePublicUrl(url: string, hosts: PublicHosts) {
  try {
    publicHttpsUrl(url, hosts)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    throw new AppError('invalid_request', WEBHOOKS.refusedUrl, {
      issues: [{ path: 'url', message: WEBHOOKS.refusedUrl }],
    })
  }
}

/** Changes an endpoint. What waits for one that is off is given up. Throws as `createEndpoint` does, and not_found. */
export function updateEndpoint(db: Db, id: string, { url, topics, isOn }: WebhookEndpointUpdate, hosts: PublicHosts) {
  requirePublicUrl(url, hosts)
  return db.transaction(async (tx) => {
    const failingSince = sql`case when ${webhookEndpoints.isOn} then ${webhookEndpoints.failingSince} end`
    const [row] = await tx
      .update(webhookEndpoints)
      .set({ url, topics: [...new Set(topics)], isOn, failingSince, ...(isOn && { offReason: null }) })
      .where(eq(webhookEndpoints.id, id))
      .returning()
    if (row && !isOn) await giveUpWaiting(tx, id)
    return toEndpoint(requireRow(row))
  })
}

/** Makes a new secret and returns it. The one before signs for a day more. Throws not_found. */
export async function rotateSecret(db: Db, id: string) {
  const shopSecret = await webhookSecret(db)
  return db.transaction(async (tx) => {
    const [lockedRow] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('no key update')
    const secretVersion = requireRow(lockedRow).secretVersion + 1
    const secret = endpointSecret(shopSecret, { id, secretVersion })
    const rows = await tx
      .update(webhookEndpoints)
      .set({ secretVersion, secretHash: secretHash(secret), rotatedAt: sql`now()` })
      .where(eq(webhookEndpoints.id, id))
      .returning()
    return { ...toEndpoint(onlyRow(rows)), secret }
  })
}

/** Deletes an endpoint with its log. Throws not_found. */
export const deleteEndpoint = (db: Db, id: string) =>
  db.transaction(async (tx) => {
    const [row] = await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).returning()
    requireRow(row)
    await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id))
  })

function requireRow(row: Row | undefined): Row {
  if (!row) throw notFound(WEBHOOKS.notFound)
  return row
}

/** Switches an endpoint off, and tells the seller once. */
export async function switchOff(tx: Db, id: string, offReason: OffReason) {
  const isStillOn = and(eq(webhookEndpoints.id, id), webhookEndpoints.isOn)
  const rows = await tx.update(webhookEndpoints).set({ isOn: false, offReason }).where(isStillOn).returning()
  if (rows.length === 0) return
  await giveUpWaiting(tx, id)
  await queueMails(tx, [{ kind: 'webhook_off', dedupeKey: uniqueKey('webhook_off'), payload: { endpointId: id } }])
}
