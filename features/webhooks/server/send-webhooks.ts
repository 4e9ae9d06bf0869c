// Sends events to endpoints: at least once, those of an object in their order, and of each endpoint by itself, so that a
// slow one holds up no other.
import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { crashPoint } from '#server/platform/db/crash-points.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { type PublicHosts, resolveWithoutThreads } from '#server/platform/lib/public-request.ts'
import type { JobContext } from '#server/shop/feature.ts'
import { webhookEndpoints } from '../schema.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteOldDeliveries,
  dueEndpoints,
  isReceived,
  recordTries,
  type Tried,
} from './deliveries.ts'
import { switchOff } from './endpoints.ts'
import { postWebhook } from './post-webhook.ts'
import { endpointSecret, secretHash, signedHeaders, signingSecrets, webhookSecret } from './signatures.ts'

export type WebhookSender = { db: Db; hosts: PublicHosts; closing?: AbortSignal; timeoutMs?: number }

const EVERY_MS = 2_000
/** After so much time without one that was received, an endpoint is switched off. */
const FAILING = sql`interval '5 days'`
const GONE = 410

/** Looks every two seconds for endpoints with due events, and sends to each of them at once. */
export function startSendingWebhooks({ db, webhookHosts = [], log }: JobContext): Job {
  const hosts = { allowed: webhookHosts, resolve: resolveWithoutThreads }
  const running = new Map<string, Promise<void>>()
  const sendLogged = (id: string, sender: WebhookSender) => sendAll(id, sender).catch(logFailure(log, id))
  const job = startJob(log, async (closing) => {
    for (const id of await dueEndpoints(db))
      if (!running.has(id))
        running.set(
          id,
          sendLogged(id, { db, hosts, closing }).finally(() => running.delete(id)),
        )
    return EVERY_MS
  })
  return {
    async stop() {
      await job.stop()
      await Promise.all(running.values())
    },
  }
}

const logFailure = (log: FastifyBaseLogger, endpoint: string) => (error: unknown) =>
  log.error({ err: error, endpoint }, 'Webhooks could not be sent. They will be tried again.')

/** Sends all events that are due. */
export async function sendDueWebhooks(sender: WebhookSender) {
  const ids = await dueEndpoints(sender.db)
  await Promise.all(ids.map((id) => sendAll(id, sender)))
}

async function sendAll(endpointId: string, sender: WebhookSender) {
  while (!sender.closing?.aborted) {
    const deliveries = await claimDeliveries(sender.db, endpointId)
    const [first] = deliveries
    if (!first) return
    const shopSecret = await webhookSecret(sender.db)
    // The owner has renewed the secrets of the shop: nobody could check what is sent.
    const owner = { ...first, id: endpointId }
    if (secretHash(endpointSecret(shopSecret, owner)) !== first.secretHash)
      return sender.db.transaction((tx) => switchOff(tx, endpointId, 'secret'))
    const secrets = signingSecrets(shopSecret, owner)
    const tries = await Promise.all(deliveries.map((delivery) => tryDelivery(delivery, secrets, sender)))
    crashPoint('webhooks sent')
    await recordOutcomes(sender.db, endpointId, tries)
  }
}

async function tryDelivery(delivery: ClaimedDelivery, secrets: string[], sender: WebhookSender): Promise<Tried> {
  const { id, eventId, topic, data, happenedAt, url } = delivery
  const body = JSON.stringify({ type: topic, timestamp: new Date(happenedAt).toISOString(), data })
  const post = { url, headers: signedHeaders(secrets, eventId, body), body }
  return { id, outcome: await postWebhook(post, sender.hosts, sender.closing, sender.timeoutMs) }
}

/** Records tries. The endpoint is locked first, as by those who change it. */
const recordOutcomes = (db: Db, id: string, tries: Tried[]) =>
  db.transaction(async (tx) => {
    const { failingSince } = webhookEndpoints
    const [endpoint] = await tx
      .select({ failingSince, isLong: sql<boolean>`coalesce(${failingSince} <= now() - ${FAILING}, false)` })
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for('no key update')
    if (!endpoint) return
    await recordTries(tx, tries)
    const outcomes = tries.flatMap(({ outcome }) => outcome ?? [])
    if (outcomes.some(({ status }) => status === GONE)) return switchOff(tx, id, 'gone')
    const isWorking = outcomes.some(isReceived)
    if (outcomes.length > 0 && isWorking === (endpoint.failingSince !== null))
      await tx
        .update(webhookEndpoints)
        .set({ failingSince: isWorking ? null : sql`now()` })
        .where(eq(webhookEndpoints.id, id))
    if (outcomes.length > 0 && !isWorking && endpoint.isLong) await switchOff(tx, id, 'failing')
  })

const HOUR_MS = 3_600_000

/** Starts the job that deletes old events every hour. */
export const startDeletingDeliveries = ({ db, log }: JobContext): Job =>
  startJob(log, async () => {
    await deleteOldDeliveries(db)
    return HOUR_MS
  })
