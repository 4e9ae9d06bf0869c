// Sends notices, each once; again only after a crash between sending one and marking it, and then the device shows one.
import { inArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { crashPoint } from '#server/platform/db/crash-points.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { pushDevices, pushNotices } from '../schema.ts'
import { forgetDevices, removeFormerAdmins } from './devices.ts'
import { type Delivery, LIFETIME_SECONDS, type PushSender, sendPush } from './push-service.ts'
import { vapidKeys } from './vapid-keys.ts'

export type PushContext = { db: Db; shopUrl: string; pushHosts?: string[]; log: FastifyBaseLogger }

const EVERY_MS = 2_000
/** Sent at once: they go to few services, and nobody waits for more. */
const MOST_CLAIMED = 20

/** Sends due notices now and every two seconds until it is stopped. */
export const startSendingNotices = (context: PushContext): Job =>
  startJob(context.log, async (closing) => {
    await sendDueNotices(context, closing)
    return EVERY_MS
  })

/**
 * Sends all due notices, twenty at a time. One that fails is tried again for a day. A device whose browser has ended its
 * subscription is removed, as are those of people who run the shop no more.
 */
export async function sendDueNotices(context: PushContext, closing?: AbortSignal) {
  const { db } = context
  await removeFormerAdmins(db)
  let sender: PushSender | undefined
  while (!closing?.aborted) {
    const notices = await claimNotices(db)
    if (notices.length === 0) return
    sender ??= await senderOf(context)
    await sendClaimed(context, sender, notices)
  }
}

async function senderOf({ db, shopUrl, pushHosts = [] }: PushContext): Promise<PushSender> {
  const subject = shopUrl.startsWith('https:') ? shopUrl : 'mailto:shop@localhost'
  return { keys: await vapidKeys(db), subject, hosts: { allowed: pushHosts } }
}

type ClaimedNotice = {
  id: string
  deviceId: string
  dedupeKey: string
  title: string
  body: string
  path: string
  endpoint: string
  p256dh: string
  auth: string
  publicKey: string
}

/** Claims due notices. Unless one is marked as done, it is due again after half a minute, then 1, 2 and so on to 64. */
async function claimNotices(db: Db): Promise<ClaimedNotice[]> {
  const { rows } = await db.execute<ClaimedNotice>(sql`
    update ${pushNotices} set tries = tries + 1, next_try_at = now() + interval '30 seconds' * power(2, least(tries, 7))
    from ${pushDevices}
    where ${pushDevices.id} = ${pushNotices.deviceId} and ${pushNotices.id} = any(array(
      select id from ${pushNotices}
      where done_at is null and next_try_at <= now() and created_at > now() - ${LIFETIME_SECONDS} * interval '1 second'
      order by next_try_at, id limit ${MOST_CLAIMED} for update skip locked))
    returning ${pushNotices.id}, ${pushNotices.deviceId} as "deviceId", ${pushNotices.dedupeKey} as "dedupeKey",
      ${pushNotices.title}, ${pushNotices.body}, ${pushNotices.path}, ${pushDevices.endpoint}, ${pushDevices.p256dh},
      ${pushDevices.auth}, ${pushDevices.publicKey} as "publicKey"`)
  return rows
}

async function sendClaimed({ db, log }: PushContext, sender: PushSender, notices: ClaimedNotice[]) {
  const deliveries = await Promise.all(
    notices.map((notice) =>
      deliver(sender, notice).catch((error: unknown): Delivery => {
        log.error({ err: error, notice: notice.dedupeKey }, 'A notification could not be sent.')
        return 'failed'
      }),
    ),
  )
  crashPoint('pushed')
  const withOutcome = (...outcomes: Delivery[]) =>
    notices.filter((_, index) => outcomes.includes(deliveries[index] as Delivery))
  const goneDevices = [...new Set(withOutcome('gone').map(({ deviceId }) => deviceId))]
  const done = withOutcome('sent', 'refused').map(({ id }) => Number(id))
  if (done.length > 0) await db.update(pushNotices).set({ doneAt: sql`now()` }).where(inArray(pushNotices.id, done))
  await forgetDevices(db, goneDevices)
  if (goneDevices.length > 0) log.info({ devices: goneDevices }, 'Devices without a subscription were removed.')
  const failed = withOutcome('failed', 'refused').map(({ dedupeKey }) => dedupeKey)
  if (failed.length > 0) log.warn({ notices: failed }, 'Notifications could not be delivered.')
}

/** A subscription that was made with another key of the shop is of no use any more. */
async function deliver(sender: PushSender, notice: ClaimedNotice): Promise<Delivery> {
  const { title, body, path, dedupeKey: tag, publicKey } = notice
  return publicKey === sender.keys.publicKey ? sendPush(sender, notice, { title, body, path, tag }) : 'gone'
}

const HOUR_MS = 3_600_000

/** Starts the job that deletes notices after 30 days, when no message of theirs is sent again, every hour. */
export const startDeletingNotices = ({ db, log }: { db: Db; log: FastifyBaseLogger }): Job =>
  startJob(log, async () => {
    await db.delete(pushNotices).where(sql`${pushNotices.createdAt} < now() - interval '30 days'`)
    return HOUR_MS
  })
