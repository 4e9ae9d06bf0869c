import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { discrepancies } from '../db/payment-schema.ts'
import { queueDiscrepancyMails } from '../mail/order-notifications.ts'
import { type DiscrepancyKind, wordsOf } from '../texts/discrepancies.ts'

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
    const [opened] = await tx
      .insert(discrepancies)
      .values({ kind, subject, detail })
      .onConflictDoNothing()
      .returning({ id: discrepancies.id })
    if (opened && kind !== 'message_refused') await queueDiscrepancyMails(tx, [opened.id])
    return opened !== undefined
  })
  if (isNew) log.error({ break: kind, subject, ...detail }, wordsOf({ kind, detail }).title)
}
