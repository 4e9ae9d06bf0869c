// What Square's messages are about. A message is a lookup: it names a payment, and the card service is asked where that
// payment stands. No status is taken from it, so it does not matter how late, how often or in which order messages come.
import { and, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { webhookEvents } from '../db/payment-schema.ts'
import { type Job, startJob } from '../lib/jobs.ts'
import { limitConcurrency } from '../lib/limit-concurrency.ts'
import { nextTry } from './attempts.ts'
import { followPayment, isKnownPayment, type PaymentLookup } from './follow-payment.ts'
import type { PaymentContext } from './payment-context.ts'
import { recordDiscrepancy } from './record-discrepancy.ts'

type WebhookEvent = typeof webhookEvents.$inferSelect

/** As many at once as one question to the database can claim in a moment: messages come in bursts. */
const BATCH = 200
/** So many payments are looked at side by side, and so long is the next one begun, while payments left behind wait. */
const AT_ONCE = 5
const ROUND_MS = 2_000
/** When a message could not be acted upon for an hour, a person is to look at its payment. */
const PATIENCE_MS = 3_600_000
/** Square repeats a message for three days at most; what was acted upon is kept ten times as long. */
const RETENTION = sql`interval '30 days'`
const FORGET_EVERY_MS = 3_600_000

/** What no database could look for is no id. */
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

/** Acts on up to two hundred messages that wait, each payment being asked about once. Answers how many it took up. */
export async function processEvents(context: PaymentContext): Promise<number> {
  const claimed = await claimEvents(context.db)
  const inTurn = limitConcurrency(AT_ONCE)
  const until = Date.now() + ROUND_MS
  await Promise.all(
    groupedByPayment(claimed).map((group) =>
      // What is not begun in time is tried again later, as if there had been no answer.
      inTurn(async () => (Date.now() < until ? processGroup(context, group) : undefined)).catch((error: unknown) =>
        context.log.error({ error, group }, 'Webhook events could not be processed yet. The shop will try again.'),
      ),
    ),
  )
  return claimed.length
}

/** Forgets messages that were acted upon long ago, every hour until it is stopped. */
export const startForgettingEvents = ({ db, log }: Pick<PaymentContext, 'db' | 'log'>): Job =>
  startJob(log, async () => {
    await forgetEvents(db)
    return FORGET_EVERY_MS
  })

/** Forgets messages that were acted upon over thirty days ago. One that comes again then is acted upon again: a lookup. */
export async function forgetEvents(db: Db) {
  await db.delete(webhookEvents).where(lt(webhookEvents.processedAt, sql`now() - ${RETENTION}`))
}

/** Messages about the same thing: what there is to look at (nothing, if they name no payment), and since when. */
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
    .where(and(isNull(webhookEvents.processedAt), lte(webhookEvents.nextTryAt, sql`now()`)))
    .orderBy(webhookEvents.nextTryAt)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(webhookEvents)
    .set({ tries: sql`${webhookEvents.tries} + 1`, nextTryAt: nextTry(webhookEvents.tries) })
    .where(inArray(webhookEvents.eventId, waiting))
    .returning()
}
