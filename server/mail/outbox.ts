// Messages are queued in the transaction that causes them, so there is one for every such event and none for an event
// that was rolled back. Sending comes later, once for each, and again after a crash between sending and noting it.
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Order } from '#contract/orders.ts'
import type { Db } from '../db/client.ts'
import { outbox } from '../db/schema.ts'
import { reached } from '../moments.ts'
import { recordedOrder } from '../orders/orders.ts'
import type { Mailer } from './mailer.ts'
import { type Message, receipt, shippedNotice } from './messages.ts'

const MESSAGES: Record<MailKind, (order: Order, shopUrl: string) => Message> = { receipt, shipped: shippedNotice }
type MailKind = 'receipt' | 'shipped'

/** What the sending of messages needs: the shop's address is for the links in them. */
export type Post = { db: Db; mailer: Mailer; shopUrl: string; log: FastifyBaseLogger }

const EVERY_MS = 2_000

const Row = z.object({
  id: z.coerce.number(),
  kind: z.enum(['receipt', 'shipped']),
  dedupe_key: z.string().regex(/^[\w-]+$/),
  payload: z.object({ orderId: z.string() }),
})

/** Queues the message of that kind about an order; once, however often it is asked for. */
export async function queueMail(tx: Db, kind: MailKind, orderId: string) {
  await tx
    .insert(outbox)
    .values({ kind, dedupeKey: `${kind}-${orderId}`, payload: { orderId } })
    .onConflictDoNothing()
}

/** Sends what is due now and every two seconds from then on. `stop` ends when no message is half sent. */
export function startMailing(post: Post) {
  const stopping = new AbortController()
  const { signal } = stopping
  const rounds = (async () => {
    while (!signal.aborted) {
      await sendDue(post, signal).catch((error: unknown) =>
        post.log.error({ err: error }, 'The outbox is out of reach.'),
      )
      await setTimeout(EVERY_MS, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    stop() {
      stopping.abort()
      return rounds
    },
  }
}

/** Sends every message that is due. One that fails stays in the outbox and is due again later. */
export async function sendDue(post: Post, signal?: AbortSignal) {
  while (!signal?.aborted) {
    const claimed = await claim(post.db)
    if (!claimed) return
    await sendOne(post, claimed).catch((error: unknown) =>
      post.log.error(
        { err: error, message: claimed.dedupe_key },
        'A message could not be sent. It will be tried again.',
      ),
    )
  }
}

/** Takes one due message. Until it is noted as sent it is due again: after 1 minute, then 2, 4 and so on to 64. */
async function claim(db: Db) {
  const { rows } = await db.execute<{ dedupe_key: string }>(sql`
    update ${outbox} set tries = tries + 1, next_try_at = now() + interval '1 minute' * power(2, least(tries, 6))
    where id = (
      select id from ${outbox} where done_at is null and next_try_at <= now()
      order by next_try_at limit 1 for update skip locked
    )
    returning id, kind, dedupe_key, payload`)
  return rows[0]
}

async function sendOne({ db, mailer, shopUrl, log }: Post, claimed: object) {
  const { id, kind, dedupe_key: key, payload } = Row.parse(claimed)
  const message = MESSAGES[kind](await recordedOrder(db, payload.orderId), shopUrl)
  // An account that was deleted meanwhile has no address any more.
  if (message.to) {
    await mailer.send(key, message)
    reached('mailed')
    log.info({ message: key }, 'A message was sent.')
  }
  await db.update(outbox).set({ doneAt: sql`now()` }).where(eq(outbox.id, id))
}
