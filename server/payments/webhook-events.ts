// What Square's messages are about. A message is a hint: it names a payment, and the card service is asked where that
// payment stands. No status is taken from it, so it does not matter how late, how often or in which order messages come.
import { and, desc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { paymentAttempts, refunds, webhookEvents } from '../db/schema.ts'
import { type Attempt, nextTry } from './attempts.ts'
import { openBreak } from './breaks.ts'
import type { PaymentStatus } from './gateway.ts'
import { chargeOf, finishAttempt, settle, type Till } from './settlements.ts'

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

/** Which payment a message is about, of which order if it says so, and which refund of it. */
type Hint = { paymentId: string; orderId: string | undefined; refundId: string | undefined }

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
  let isDone = hint ? await follow(till, hint) : true
  if (hint && !isDone && tries >= MOST_TRIES) {
    await openBreak(till.db, 'payment_unclear', hint.paymentId, { orderId: hint.orderId })
    isDone = true
  }
  if (!isDone) return
  await till.db.update(webhookEvents).set({ processedAt: sql`now()` }).where(eq(webhookEvents.eventId, eventId))
}

/** Brings what the hint is about to where the card service says it is. False when that is not known yet. */
async function follow(till: Till, hint: Hint): Promise<boolean> {
  const attempts = await attemptsOf(till.db, hint)
  const own = attempts.find(({ squarePaymentId }) => squarePaymentId === hint.paymentId)
  if (!own) return followStranger(till, hint, attempts)
  const attempt = own.state === 'capturing' ? await settle(till, own) : own
  if (attempt.state === 'capturing') return false
  const status = await till.gateway.find(hint.paymentId, chargeOf(attempt))
  await compare(till, hint, attempt, status)
  if (hint.refundId) await followRefund(till, attempt, hint.refundId)
  return status !== 'unknown'
}

async function compare({ db, log }: Till, { paymentId }: Hint, { id, orderId, state }: Attempt, status: PaymentStatus) {
  const isTaken = status === 'completed'
  if (status === 'unknown' || (state === 'captured') === isTaken) return
  log.error({ attempt: id, paymentId, status }, 'Our books and the card service differ.')
  await openBreak(db, isTaken ? 'taken_not_recorded' : 'captured_not_taken', paymentId, { orderId, attempt: id })
}

/**
 * A payment that no attempt knows by its id, with the number of one of our orders: it belongs to an attempt that is
 * under way, which sees to it, or to one that was given up, and then no money may be held for it any more.
 */
async function followStranger(till: Till, { paymentId, orderId }: Hint, attempts: Attempt[]): Promise<boolean> {
  // The same Square account may take payments that are none of this shop's.
  if (!orderId || attempts.some(({ state }) => state === 'authorising')) return true
  const [newest] = attempts
  if (!newest) {
    await openBreak(till.db, 'payment_unclear', paymentId, { orderId })
    return true
  }
  for (const { id, state } of attempts) if (state === 'abandoning') await finishAttempt(till, id)
  const status = await till.gateway.find(paymentId, chargeOf(newest))
  if (status === 'approved') return (await till.gateway.cancel(paymentId)) === 'cancelled'
  if (status === 'completed') {
    till.log.error({ paymentId, orderId }, 'Money was taken that no attempt took.')
    await openBreak(till.db, 'taken_not_recorded', paymentId, { orderId })
  }
  return status !== 'unknown'
}

/** A refund that was made in Square's dashboard is not in our books. */
async function followRefund({ db }: Till, { id, orderId }: Attempt, refundId: string) {
  const known = await db.$count(
    refunds,
    and(eq(refunds.attemptId, id), or(eq(refunds.squareRefundId, refundId), isNull(refunds.squareRefundId))),
  )
  if (known === 0) await openBreak(db, 'refunded_elsewhere', refundId, { orderId, attempt: id })
}

/** In one look, so that an attempt which learns its payment's id meanwhile is found either by it or as under way. */
function attemptsOf(db: Db, { paymentId, orderId }: Hint): Promise<Attempt[]> {
  const isIts = eq(paymentAttempts.squarePaymentId, paymentId)
  return db
    .select()
    .from(paymentAttempts)
    .where(orderId ? or(isIts, eq(paymentAttempts.orderId, orderId)) : isIts)
    .orderBy(desc(paymentAttempts.id))
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
