import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { reconciliationBreaks } from '../db/payment-schema.ts'
import { announceDiscrepancy } from '../mail/announcements.ts'

/** What each kind of difference says in the log and to the seller. */
export const ALARMS = {
  not_cancelled: 'An abandoned payment cannot be cancelled.',
  captured_not_taken: 'A payment is recorded that the card service has not taken.',
  taken_not_recorded: 'Money was taken that is not recorded.',
  amount_differs: 'Another amount was taken than is recorded.',
  payment_unclear: 'A payment at the card service is none that the books know.',
  refunded_elsewhere: 'Money was given back that the shop was not asked to give.',
  refund_unclear: 'It is not clear how a refund stands.',
  disputed: 'The bank of a buyer asks for the money of a payment back.',
  dispute_lost: 'The money of a disputed payment went back to the buyer.',
  message_refused: 'A message could not be delivered.',
}

/**
 * Where our books and the card service's differ, for a person to look at. The log tells it once, as an error, and so does
 * a message to the seller; a break that is open already stays as it is. Of a message that could not be delivered no other
 * message tells: where the mail server takes none, they would go on for ever.
 */
export async function openBreak(
  { db, log }: { db: Db; log: FastifyBaseLogger },
  kind: keyof typeof ALARMS,
  subject: string,
  detail: Record<string, unknown>,
) {
  const isNew = await db.transaction(async (tx) => {
    const [opened] = await tx
      .insert(reconciliationBreaks)
      .values({ kind, subject, detail })
      .onConflictDoNothing()
      .returning({ id: reconciliationBreaks.id })
    if (opened && kind !== 'message_refused') await announceDiscrepancy(tx, opened.id)
    return opened !== undefined
  })
  if (isNew) log.error({ break: kind, subject, ...detail }, ALARMS[kind])
}
