// Processes Square's webhooks. The worker asks the card service for the status of the payment that a message names, and
// never uses the status in the message, so messages may come late, twice or out of order.
import { and, inArray, isNull, lt, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import { isDue } from '#server/platform/db/due.ts'
import { type Job, startJob } from '#server/platform/lib/jobs.ts'
import { webhookEvents } from '#server/shop/schema/payments.ts'
import { LONGEST_PAUSE, nextTry } from './attempts.ts'
import { followPayment, isKnownPayment, type PaymentLookup } from './follow-payment.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

type WebhookEvent = typeof webhookEvents.$inferSelect

/** Messages come in bursts; one statement claims this many quickly. */
const BATCH = 200
/** Payments looked up at once, and how long a round starts new lookups while unfinished payments wait. */
const AT_ONCE = 5
const ROUND_MS = 2_000
/** A payment whose message has waited an hour becomes a discrepancy. */
const PATIENCE_MS = 3_600_000
/** Square repeats a message for three days at most. */
const RETENTION = sql`interval '30 days'`
const DELETE_EVERY_MS = 3_600_000

/** An id of the card service; PostgreSQL cannot search for control characters. */
const Id = z.string().regex(/^\P{Cc}{1,255}$/u)

const Subject = z.object({
  data: z.object({
    object: z.object({
      payment: z.object({ id: Id, reference_id: z.string().optional() }).optional(),
      refund: z.object({ id: Id, payment_id: Id }).optional(),
      dispute: z.object({ id: Id, disputed_payment: z.object({ payment_id: Id }) }).optional(),
    }),
  }),
})

/** Processes up to 200 waiting messages, with one lookup per payment. Answers how many it claimed. */
export async function processEvents(context: PaymentContext): Promise<number> {
  const claimedEvents = await claimEvents(context.db)
  const until = Date.now() + ROUND_MS
  await pLimit(AT_ONCE).map(groupedByPayment(claimedEvents), async (group) => {
    // A group that does not start in time is tried again later, as after no answer.
    if (Date.now() >= until) return
    await processGroup(context, group).catch((error: unknown) =>
      context.log.error({ error, group }, 'Webhook events could not be processed yet. The shop will try again.'),
    )
  })
  return claimedEvents.length
}

/** Starts the job that deletes old processed messages every hour. */
export const startDeletingEvents = ({ db, log }: Pick<PaymentContext, 'db' | 'log'>): Job =>
  startJob(log, async () => {
    await deleteOldEvents(db)
    return DELETE_EVERY_MS
  })

/** Deletes messages that were processed over 30 days ago. */
export async function deleteOldEvents(db: Db) {
  await db.delete(webhookEvents).where(lt(webhookEvents.processedAt, sql`now() - ${RETENTION}`))
}

/** Messages about one payment: its lookup (undefined if they name no payment), and the time of the first message. */
type EventGroup = { lookup: PaymentLookup | undefined; eventIds: string[]; since: Date }

function groupedByPayment(events: WebhookEvent[]): EventGroup[] {
  const groups = new Map<string, EventGroup>()
  for (const { eventId, body, receivedAt } of events) {
    const lookup = lookupOf(body)
    const subject = lookup ? [lookup.paymentId, lookup.orderId, lookup.refundId, lookup.disputeId].join(' ') : ''
    const group = groups.get(subject) ?? { lookup, eventIds: [], since: receivedAt }
    groups.set(subject, group)
    group.eventIds.push(eventId)
    if (receivedAt < group.since) group.since = receivedAt
  }
  return [...groups.values()]
}

async function processGroup(context: PaymentContext, { lookup, eventIds, since }: EventGroup) {
  let isDone = lookup ? await followPayment(context, lookup) : true
  if (lookup && !isDone && since.getTime() < Date.now() - PATIENCE_MS) {
    if (await isKnownPayment(context.db, lookup))
      await recordDiscrepancy(context, 'payment_unclear', lookup.paymentId, { orderId: lookup.orderId })
    isDone = true
  }
  if (!isDone) return
  await context.db
    .update(webhookEvents)
    .set({ processedAt: sql`now()` })
    .where(inArray(webhookEvents.eventId, eventIds))
}

function lookupOf(body: string): PaymentLookup | undefined {
  const { data } = Subject.safeParse(JSON.parse(body))
  const { payment, refund, dispute } = data?.data.object ?? {}
  if (dispute) {
    const { id: disputeId, disputed_payment } = dispute
    return { paymentId: disputed_payment.payment_id, orderId: undefined, refundId: undefined, disputeId }
  }
  const paymentId = payment?.id ?? refund?.payment_id
  if (!paymentId) return undefined
  const orderId = z.uuid().safeParse(payment?.reference_id).data
  return { paymentId, orderId, refundId: refund?.id }
}

function claimEvents(db: Db): Promise<WebhookEvent[]> {
  const waiting = db
    .select({ eventId: webhookEvents.eventId })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), isDue(webhookEvents.nextTryAt, LONGEST_PAUSE)))
    .orderBy(webhookEvents.nextTryAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(webhookEvents)
    .set({ tries: sql`${webhookEvents.tries} + 1`, nextTryAt: nextTry(webhookEvents.tries) })
    .where(inArray(webhookEvents.eventId, waiting))
    .returning()
}
