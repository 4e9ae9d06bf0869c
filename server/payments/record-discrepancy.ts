import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { discrepancies } from '../db/payment-schema.ts'
import { queueDiscrepancyMail } from '../mail/order-notifications.ts'
import { type DiscrepancyKind, wordsOf } from '../texts/discrepancies.ts'

/**
 * Where our books and the card service's differ, for a person to look at. The log tells it once, as an error, and so does
 * a message to the seller; a break that is open already stays as it is. Of a message that could not be delivered no other
 * message tells: where the mail server takes none, they would go on for ever.
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
    if (opened && kind !== 'message_refused') await queueDiscrepancyMail(tx, opened.id)
    return opened !== undefined
  })
  if (isNew) log.error({ break: kind, subject, ...detail }, wordsOf({ kind, detail }).title)
}
