import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { isAboutOrder, type QueuedMail } from '#server/shop/notifications/kinds.ts'
import type { NamedMessage } from '#server/shop/payments/discrepancy-texts.ts'
import { recordDiscrepancy } from '#server/shop/payments/record-discrepancy.ts'
import { refunds } from '#server/shop/schema/payments.ts'
import type { AddedMail } from './added-messages.ts'

/**
 * Records each message about an order that is given up as a discrepancy. Others are not, since strangers cause most of
 * them with any address they like.
 */
export async function recordGivenUp(
  context: { db: Db; log: FastifyBaseLogger },
  mails: (QueuedMail | AddedMail)[],
  isRefused: boolean,
) {
  for (const mail of mails.filter(isAboutOrder))
    await recordDiscrepancy(context, 'message_refused', mail.dedupe_key, {
      orderId: await orderIdOf(context.db, mail),
      message: mail.kind satisfies NamedMessage,
      isRefused,
    })
}

async function orderIdOf(tx: Db, { payload }: QueuedMail) {
  if ('orderId' in payload) return payload.orderId
  if (!('refundId' in payload)) return null
  const [refund] = await tx.select({ id: refunds.orderId }).from(refunds).where(eq(refunds.id, payload.refundId))
  return refund?.id ?? null
}
