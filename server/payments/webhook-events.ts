// What Square's messages are about. A message is a hint: it names a payment, and the card service is asked where that
// payment stands. No status is taken from it, so it does not matter how late, how often or in which order messages come.
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { webhookEvents } from '../db/payment-schema.ts'
import { nextTry } from './attempts.ts'
import { openBreak } from './breaks.ts'
import { followHint, type Hint } from './hints.ts'
import type { Till } from './settlements.ts'

type WebhookEvent = typeof webhookEvents.$inferSelect

const BATCH = 10
/** After that many tries, in about an hour, a person is to look at the payment. */
const MOST_TRIES = 20

const Subject = z.object({
  data: z.object({
    object: z.object({
      payment: z.object({ id: z.string(), reference_id: z.string().optional() }).optional(),
      refund: z.object({ id: z.string(), payment_id: z.string() }).optional(),
    }),
  }),
})

/** Acts on up to ten messages that wait. Answers how many it took up. */
export async function processEvents(till: Till): Promise<number> {
  const claimed = await claimEvents(till.db)
  await Promise.all(
    claimed.map((event) =>
      processEvent(till, event).catch((error: unknown) =>
        till.log.error({ error, event: event.eventId }, 'A message of the card service could not be acted upon yet.'),
      ),
    ),
  )
  return claimed.length
}

async function processEvent(till: Till, { eventId, body, tries }: WebhookEvent) {
  const hint = hintOf(body)
  let isDone = hint ? await followHint(till, hint) : true
  if (hint && !isDone && tries >= MOST_TRIES) {
    await openBreak(till.db, 'payment_unclear', hint.paymentId, { orderId: hint.orderId })
    isDone = true
  }
  if (!isDone) return
  await till.db.update(webhookEvents).set({ processedAt: sql`now()` }).where(eq(webhookEvents.eventId, eventId))
}

function hintOf(body: string): Hint | undefined {
  const { data } = Subject.safeParse(JSON.parse(body))
  const { payment, refund } = data?.data.object ?? {}
  const paymentId = payment?.id ?? refund?.payment_id
  if (!paymentId) return undefined
  const orderId = z.uuid().safeParse(payment?.reference_id).data
  return { paymentId, orderId, refundId: refund?.id }
}

function claimEvents(db: Db): Promise<WebhookEvent[]> {
  return db.transaction(async (tx) => {
    const waiting = await tx
      .select({ eventId: webhookEvents.eventId })
      .from(webhookEvents)
      .where(and(isNull(webhookEvents.processedAt), lte(webhookEvents.nextTryAt, sql`now()`)))
      .orderBy(webhookEvents.nextTryAt)
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const ids = waiting.map(({ eventId }) => eventId)
    if (ids.length === 0) return []
    return tx
      .update(webhookEvents)
      .set({ tries: sql`${webhookEvents.tries} + 1`, nextTryAt: nextTry(webhookEvents.tries) })
      .where(inArray(webhookEvents.eventId, ids))
      .returning()
  })
}
