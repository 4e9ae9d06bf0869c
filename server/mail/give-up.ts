import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { refunds } from '../db/payment-schema.ts'
import { recordDiscrepancy } from '../payments/record-discrepancy.ts'
import type { NamedMessage } from '../texts/discrepancies.ts'
import { isAboutOrder, markFailed, type QueuedMail } from './outbox.ts'

type Failure = { error: unknown; isRefused: boolean }

/**
 * Gives up messages that the mail server refused for good or never took. A message about an order becomes a
 * discrepancy. Others do not, since strangers cause most of them with any address they like.
 */
export async function giveUp(
  post: { db: Db; log: FastifyBaseLogger },
  queued: QueuedMail[],
  { error, isRefused }: Failure,
) {
  await post.db.transaction(async (tx) => {
    for (const mail of queued.filter(isAboutOrder))
      await recordDiscrepancy({ db: tx, log: post.log }, 'message_refused', mail.dedupe_key, {
        orderId: await orderIdOf(tx, mail),
        message: mail.kind satisfies NamedMessage,
        isRefused,
      })
    await markFailed(tx, queued)
  })
  post.log.error(
    { err: error, messages: queued.map(({ dedupe_key: key }) => key) },
    'An email could not be sent. The shop stops trying.',
  )
}

async function orderIdOf(tx: Db, { payload }: QueuedMail) {
  if ('orderId' in payload) return payload.orderId
  if (!('refundId' in payload)) return null
  const [refund] = await tx.select({ id: refunds.orderId }).from(refunds).where(eq(refunds.id, payload.refundId))
  return refund?.id ?? null
}
