import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/client.ts'
import { queueDiscrepancyMails } from '#server/shop/notifications/order-notifications.ts'
import { discrepancies } from '#server/shop/schema/payments.ts'
import { type DiscrepancyKind, wordsOf } from './discrepancy-texts.ts'

/**
 * Records a discrepancy for an admin to look at, logs it as an error and queues a mail about it, once: an open discrepancy
 * stays as it is. A discrepancy about an undeliverable mail queues none, or there would be no end to them.
 */
export async function recordDiscrepancy(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  kind: DiscrepancyKind,
  subject: string,
  detail: Record<string, unknown>,
) {
  const isNew = await db.transaction(async (tx) => {
    const [discrepancy] = await tx
      .insert(discrepancies)
      .values({ kind, subject, detail })
      .onConflictDoNothing()
      .returning({ id: discrepancies.id })
    if (discrepancy && kind !== 'message_refused') await queueDiscrepancyMails(tx, [discrepancy.id])
    return discrepancy !== undefined
  })
  if (isNew) log.error({ break: kind, subject, ...detail }, wordsOf({ kind, detail }).title)
}
