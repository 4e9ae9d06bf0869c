import { and, eq, isNotNull, min } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db/client.ts'
import { paymentAttempts } from '../db/payment-schema.ts'
import type { Attempt } from './attempts.ts'
import { type Gateway, type ListedPayment, modeOf, type PaymentMode } from './gateway.ts'
import type { Finding } from './ledger.ts'
import { chargeOf } from './settlements.ts'

/** Clocks differ, and a payment is listed by the card service's. */
const SLACK_MS = 3_600_000

/**
 * Compares the books with the card service's account, also while payments are being made. Undefined when the account
 * cannot be read. Payments of the same account that are not for an order of a shop are none of our business.
 */
export async function checkAccount(db: Db, gateway: Gateway): Promise<Finding[] | undefined> {
  // In this order: what is recorded as captured before the list was made has to be in it, and what is taken in the list
  // has to be recorded after it.
  const captured = await capturedAttempts(db, modeOf(gateway))
  const listed = await gateway.list(await firstMoment(db), new Date(Date.now() + SLACK_MS))
  if (!listed) return undefined
  // A page may begin with a row that the one before had too.
  const payments = new Map(listed.map((payment) => [payment.id, payment]))
  const taken = [...payments.values()].filter(
    ({ status, orderId }) => status === 'completed' && z.uuid().safeParse(orderId).success,
  )
  return [
    { rule: 'no order is charged twice at the card service', broken: repeated(taken.map(({ orderId }) => orderId)) },
    { rule: 'money that was taken belongs to an attempt that took it', broken: await strangers(db, taken) },
    {
      rule: 'an attempt that took money took these very cents for this very order',
      broken: await missing(gateway, captured, taken),
    },
  ]
}

/** Only those of this card service: what was paid in the demo, or in the sandbox, is in no live account. */
const capturedAttempts = (db: Db, mode: PaymentMode) =>
  db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.state, 'captured'), eq(paymentAttempts.kind, 'card'), eq(paymentAttempts.mode, mode)))

async function firstMoment(db: Db) {
  const [row] = await db.select({ at: min(paymentAttempts.createdAt) }).from(paymentAttempts)
  return new Date((row?.at ?? new Date()).getTime() - SLACK_MS)
}

const repeated = (ids: (string | null)[]) =>
  [...new Set(ids.filter((id, place) => ids.indexOf(id) !== place))].map((id) => String(id))

async function strangers(db: Db, taken: ListedPayment[]) {
  const attempts = await db
    .select({ id: paymentAttempts.squarePaymentId, state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(isNotNull(paymentAttempts.squarePaymentId))
  const takers = new Set(
    attempts.filter(({ state }) => state === 'capturing' || state === 'captured').map(({ id }) => id),
  )
  return taken.map(({ id }) => id).filter((id) => !takers.has(id))
}

/** The list may lag behind, so what it does not have is asked for by its id. */
async function missing(gateway: Gateway, captured: Attempt[], taken: ListedPayment[]) {
  const listed = new Map(taken.map((payment) => [payment.id, payment]))
  const broken: string[] = []
  for (const attempt of captured) {
    const id = attempt.squarePaymentId ?? ''
    const payment = listed.get(id)
    if (payment?.cents === attempt.amountCents && payment.orderId === attempt.orderId) continue
    if ((await gateway.find(id, chargeOf(attempt))) !== 'completed') broken.push(attempt.id)
  }
  return broken
}
