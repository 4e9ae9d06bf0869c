// The events for endpoints: which are due, what became of a try, and the log.
import { randomUUID } from 'node:crypto'
import { and, desc, eq, exists, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError, notFound } from '#server/errors.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isDue } from '#server/platform/db/due.ts'
import { LOG_LENGTH, type WebhookDelivery, type WebhookTopic } from '../contract.ts'
import { webhookDeliveries, webhookEndpoints } from '../schema.ts'
import type { Outcome } from './post-webhook.ts'
import { WEBHOOKS } from './texts.ts'

/** In minutes: those of the specification, and two days more. The first is longer than a try takes. */
const PAUSES = [1, 5, 30, 120, 300, 600, 840, 1_200, 1_440, 1_440, 1_440]
/** Over five days. */
export const MOST_TRIES = PAUSES.length + 1
const LONGEST_PAUSE = '2 days'
/** At once to one endpoint. */
const MOST_CLAIMED = 10

const isUndone = isNull(webhookDeliveries.doneAt)

/** The endpoints for which events are due. */
export async function dueEndpoints(db: Db): Promise<string[]> {
  const due = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookEndpoints.id),
        isUndone,
        isDue(webhookDeliveries.nextTryAt, LONGEST_PAUSE),
      ),
    )
  const rows = await db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(webhookEndpoints.isOn, exists(due)))
  return rows.map(({ id }) => id)
}

/** A claimed event with what its endpoint is now. */
export type ClaimedDelivery = {
  id: string
  eventId: string
  topic: WebhookTopic | 'webhook.test'
  data: object
  /** As `rotatedAt` in milliseconds since 1970. */
  happenedAt: number
  tries: number
  url: string
  secretVersion: number
  secretHash: string
  rotatedAt: number | null
}

/**
 * Claims up to ten due events of an endpoint, of each object only the first that is not done. Unless one is marked as
 * done, it is due again after a minute, then 5, 30 and so on, with up to a tenth more.
 */
export async function claimDeliveries(db: Db, endpointId: string): Promise<ClaimedDelivery[]> {
  const pauses = sql.param(PAUSES)
  const { rows } = await db.execute<ClaimedDelivery>(sql`
    update ${webhookDeliveries} claimed set tries = claimed.tries + 1, tried_at = now(), next_try_at = now()
      + (${pauses}::int[])[least(claimed.tries + 1, ${PAUSES.length})] * (1 + random() / 10) * interval '1 minute'
    from ${webhookEndpoints} endpoint
    where endpoint.id = claimed.endpoint_id and endpoint.is_on and claimed.id = any(array(
      select id from ${webhookDeliveries} due
      where endpoint_id = ${endpointId} and done_at is null and ${isDue(sql`next_try_at`, LONGEST_PAUSE)}
        and id = (select first.id from ${webhookDeliveries} first where first.endpoint_id = due.endpoint_id
          and first.object_id = due.object_id and first.done_at is null order by first.id limit 1)
      order by id limit ${MOST_CLAIMED} for update skip locked))
    returning claimed.id, claimed.event_id as "eventId", claimed.topic, claimed.data, claimed.tries, endpoint.url,
      endpoint.secret_version as "secretVersion", endpoint.secret_hash as "secretHash",
      ${milliseconds(sql`claimed.created_at`)} as "happenedAt", ${milliseconds(sql`endpoint.rotated_at`)} as "rotatedAt"`)
  return rows
}

const milliseconds = (moment: SQL) => sql`floor(extract(epoch from ${moment}) * 1000)::float8`

export type Tried = { id: string; outcome: Outcome | undefined }

export const isReceived = (outcome: Outcome | undefined) =>
  outcome?.status != null && outcome.status >= 200 && outcome.status < 300

/** Records what became of tries; those without an outcome did not take place, and are due at once. */
export async function recordTries(tx: Db, tries: Tried[]) {
  const rows = tries.map(({ id, outcome }) => ({ id, ...outcome, took: !!outcome, received: isReceived(outcome) }))
  await tx.execute(sql`
    update ${webhookDeliveries} tried set
      tries = tried.tries - (not took)::int,
      next_try_at = case when took then tried.next_try_at else now() end,
      status = try.status, problem = try.problem, answer = try.answer,
      done_at = case when received or (took and tried.tries >= ${MOST_TRIES}) then now() end,
      failed_at = case when took and not received and tried.tries >= ${MOST_TRIES} then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as try
      (id bigint, took boolean, received boolean, status int, problem text, answer text)
    where tried.id = try.id and tried.done_at is null`)
}

/** Gives up what waits for an endpoint. */
export const giveUpWaiting = (tx: Db, endpointId: string) =>
  tx
    .update(webhookDeliveries)
    .set({ doneAt: sql`now()`, failedAt: sql`now()` })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), isUndone))

/** The latest events for an endpoint. */
export async function deliveryLog(db: Db, endpointId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(desc(webhookDeliveries.id))
    .limit(LOG_LENGTH)
  return rows.map(({ eventId, topic, objectId, createdAt, doneAt, failedAt, tries, triedAt, nextTryAt, ...row }) => ({
    ...{ _id: eventId, topic, objectId, tries, status: row.status, problem: row.problem, answer: row.answer },
    state: failedAt ? 'failed' : doneAt ? 'delivered' : 'waiting',
    happenedAt: createdAt.toISOString(),
    triedAt: triedAt?.toISOString() ?? null,
    nextTryAt: doneAt ? null : nextTryAt.toISOString(),
  }))
}

/** Queues a test event, which is about nothing else, so that it waits for no other test that fails. */
export const queueTest = (db: Db, endpointId: string) =>
  db.insert(webhookDeliveries).values({ endpointId, topic: 'webhook.test', objectId: randomUUID(), data: {} })

/** Sends an event again that is done. Throws not_found, and invalid_request for one that waits anyway. */
export async function resend(db: Db, endpointId: string, eventId: string) {
  const isIt = and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.eventId, eventId))
  const rows = await db
    .update(webhookDeliveries)
    .set({ tries: 0, nextTryAt: sql`now()`, doneAt: null, failedAt: null })
    .where(and(isIt, isNotNull(webhookDeliveries.doneAt)))
    .returning({ id: webhookDeliveries.id })
  if (rows.length > 0) return
  if ((await db.$count(webhookDeliveries, isIt)) === 0) throw notFound(WEBHOOKS.noDelivery)
  throw new AppError('invalid_request', WEBHOOKS.waits)
}

/** Deletes events of 30 days and longer ago. */
export const deleteOldDeliveries = (db: Db) =>
  db.delete(webhookDeliveries).where(sql`${webhookDeliveries.createdAt} < now() - interval '30 days'`)
