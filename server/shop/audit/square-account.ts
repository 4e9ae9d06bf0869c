import { and, eq, inArray, isNotNull, min, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/platform/db/client.ts'
import type { Attempt } from '#server/shop/payments/attempts.ts'
import { chargeOf } from '#server/shop/payments/finish-attempt.ts'
import { type Gateway, type ListedPayment, modeOf, type PaymentMode } from '#server/shop/payments/gateway.ts'
import { hasFingerprint, shopFingerprint } from '#server/shop/payments/shop-fingerprint.ts'
import { discrepancies, paymentAttempts, refunds } from '#server/shop/schema/payments.ts'
import type { Finding } from './ledger.ts'

/** Clocks differ, and the card service lists payments by its own. */
const SLACK_MS = 3_600_000

/** A webhook or reconciliation reports a dashboard refund within that time. */
const REPORTED_WITHIN_MS = 20 * 60_000

/**
 * Compares the ledger with the card service's account, also while payments are being made. Undefined when the account
 * cannot be read. Payments of other shops on the same account, and those that are for no order of a shop, are none of our
 * business; what a person has looked at and closed is not told again.
 */
export async function checkAccount(db: Db, gateway: Gateway): Promise<Finding[] | undefined> {
  // In this order: what is recorded before the list was made has to be in it, and what is in the list has to be recorded
  // after it.
  const captures = await capturedAttempts(db, modeOf(gateway))
  const refundedBefore = await refundedByAttempt(db)
  const listedPayments = await gateway.list(await firstMoment(db), new Date(Date.now() + SLACK_MS))
  if (!listedPayments) return undefined
  // A page may begin with a row that the one before had too.
  const payments = new Map(listedPayments.map((payment) => [payment.id, payment]))
  const closedIds = await closedPayments(db)
  const takenPayments = await ownPayments(
    db,
    [...payments.values()].filter(({ status }) => status === 'completed'),
  )
  const unexplainedPayments = takenPayments.filter(({ id }) => !closedIds.has(id))
  const openAttempts = captures.filter(({ squarePaymentId }) => !closedIds.has(squarePaymentId ?? ''))
  return [
    {
      rule: 'no order is charged twice at the card service',
      broken: repeatedIds(unexplainedPayments.map(({ orderId }) => orderId)),
    },
    {
      rule: 'every completed payment at the card service is captured here',
      broken: await unmatchedPayments(db, unexplainedPayments),
    },
    {
      rule: 'the amount and order of every captured payment match the card service',
      broken: await missing(gateway, openAttempts, takenPayments),
    },
    {
      rule: 'the refunds match the card service',
      broken: await refundDifferences({ db, gateway, captured: openAttempts, payments, refundedBefore }),
    },
  ]
}

/** The payments for an order of this shop, or with its fingerprint for an order that a restored backup lacks. */
async function ownPayments(db: Db, payments: ListedPayment[]) {
  const forOrders = payments.filter(({ orderId }) => z.uuid().safeParse(orderId).success)
  const fingerprint = await shopFingerprint(db)
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from orders where id = any(${sql.param(forOrders.map(({ orderId }) => orderId))}::uuid[])`,
  )
  const ownIds = new Set<string | null>(rows.map(({ id }) => id))
  return forOrders.filter(({ orderId, note }) => ownIds.has(orderId) || hasFingerprint(note, fingerprint))
}

/** Ids of the payments with a closed discrepancy. */
async function closedPayments(db: Db): Promise<Set<string>> {
  const kinds = ['taken_not_recorded', 'captured_not_taken', 'amount_differs', 'payment_unclear']
  const rows = await db
    .select({ subject: discrepancies.subject })
    .from(discrepancies)
    .where(and(isNotNull(discrepancies.resolvedAt), inArray(discrepancies.kind, kinds)))
  return new Set(rows.map(({ subject }) => subject))
}

/** The refunded amount of each attempt in cents, with pending refunds, without what disputes took. */
async function refundedByAttempt(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: refunds.attemptId, cents: sql<number>`sum(${refunds.cents})::int` })
    .from(refunds)
    .where(and(inArray(refunds.state, ['pending', 'completed']), ne(refunds.origin, 'dispute')))
    .groupBy(refunds.attemptId)
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}

type Comparison = {
  db: Db
  gateway: Gateway
  captured: Attempt[]
  payments: Map<string, ListedPayment>
  refundedBefore: Map<string, number>
}

/** Asks again by id for each difference: the list may lag behind, and refunds go on meanwhile. */
async function refundDifferences({ db, gateway, captured, payments, refundedBefore }: Comparison) {
  const refundedAfter = await refundedByAttempt(db)
  const suspects = captured.filter(({ id, squarePaymentId }) => {
    const [before, after] = [refundedBefore.get(id) ?? 0, refundedAfter.get(id) ?? 0]
    const refundedAtSquare = payments.get(squarePaymentId ?? '')?.refundedCents ?? 0
    return refundedAtSquare < Math.min(before, after) || refundedAtSquare > Math.max(before, after)
  })
  const unmatchedRefunds: string[] = []
  for (const { id, squarePaymentId } of suspects) {
    const payment = await gateway.payment(squarePaymentId ?? '')
    const recordedCents = (await refundedByAttempt(db)).get(id) ?? 0
    const refundedAtSquare = payment?.refundedCents ?? 0
    const isFresh = payment && Date.now() - payment.updatedAt.getTime() < REPORTED_WITHIN_MS
    if (refundedAtSquare !== recordedCents && !(refundedAtSquare > recordedCents && isFresh)) unmatchedRefunds.push(id)
  }
  return unmatchedRefunds
}

/** Captured attempts in that mode: no live account has the payments of the demo or the sandbox. */
const capturedAttempts = (db: Db, mode: PaymentMode) =>
  db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.state, 'captured'), eq(paymentAttempts.kind, 'card'), eq(paymentAttempts.mode, mode)))

async function firstMoment(db: Db) {
  const [row] = await db.select({ at: min(paymentAttempts.createdAt) }).from(paymentAttempts)
  return new Date((row?.at ?? new Date()).getTime() - SLACK_MS)
}

function repeatedIds(ids: (string | null)[]) {
  const seenIds = new Set<string | null>()
  const again = ids.filter((id) => seenIds.size === seenIds.add(id).size)
  return [...new Set(again)].map((id) => String(id))
}

async function unmatchedPayments(db: Db, payments: ListedPayment[]) {
  const attempts = await db
    .select({ id: paymentAttempts.squarePaymentId, state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(isNotNull(paymentAttempts.squarePaymentId))
  const takers = new Set(
    attempts.filter(({ state }) => state === 'capturing' || state === 'captured').map(({ id }) => id),
  )
  return payments.map(({ id }) => id).filter((id) => !takers.has(id))
}

/** Asks by id for each payment that the list lacks, because it may lag behind. */
async function missing(gateway: Gateway, attempts: Attempt[], payments: ListedPayment[]) {
  const paymentById = new Map(payments.map((payment) => [payment.id, payment]))
  const missingPayments: string[] = []
  for (const attempt of attempts) {
    const id = attempt.squarePaymentId ?? ''
    const payment = paymentById.get(id)
    if (payment?.cents === attempt.amountCents && payment.orderId === attempt.orderId) continue
    if ((await gateway.find(id, chargeOf(attempt))) !== 'completed') missingPayments.push(attempt.id)
  }
  return missingPayments
}
