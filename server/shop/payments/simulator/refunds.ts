import type pg from 'pg'
import { z } from 'zod'
import type { Payment, Refund } from '../square-api.ts'
import { hashOf, inTransaction, newId, type SimulatorDatabase } from './database.ts'
import { badRequest, IdempotencyKey, keyReused, Money, notFound, parseBody, SquareApiError } from './errors.ts'
import type { Answer } from './types.ts'

const NewRefund = z.strictObject({
  idempotency_key: IdempotencyKey,
  payment_id: z.string().min(1),
  amount_money: Money,
  reason: z.string().max(192).optional(),
})
type NewRefund = z.infer<typeof NewRefund>

const MOST_REFUNDS = 20

type StoredRefund = { body_hash: string; answer: Answer['body']; refund: Refund }

/** POST /v2/refunds. Answers a pending refund, which the next GET completes. */
export async function createRefund(database: SimulatorDatabase, body: unknown): Promise<Answer> {
  const newRefund = parseBody(NewRefund, body)
  const { answer, payment, refund } = await inTransaction(database, (client) => storeRefund(client, newRefund))
  if (payment && refund) {
    database.changed({ type: 'refund.created', object: { refund } })
    database.changed({ type: 'payment.updated', object: { payment } })
  }
  return { status: 200, body: answer }
}

/** The stored answer to its idempotency key; with the refund and its payment when they are new. */
async function storeRefund(client: pg.PoolClient, newRefund: NewRefund) {
  const { rows } = await client.query<{ payment: Payment }>(
    'select payment from square_simulator.payments where id = $1 for update',
    [newRefund.payment_id],
  )
  const payment = rows[0]?.payment
  if (!payment) throw notFound(`payment with id: ${newRefund.payment_id}`)
  const { rows: earlier } = await client.query<StoredRefund>(
    'select body_hash, answer, refund from square_simulator.refunds where idempotency_key = $1',
    [newRefund.idempotency_key],
  )
  if (earlier[0]) {
    if (earlier[0].body_hash !== hashOf(newRefund)) throw keyReused()
    return { answer: earlier[0].answer }
  }
  const { rows: others } = await client.query<StoredRefund>(
    'select body_hash, answer, refund from square_simulator.refunds where payment_id = $1',
    [payment.id],
  )
  await requireUndisputed(client, payment)
  const refund = refundOf(
    payment,
    newRefund,
    others.map((other) => other.refund),
  )
  await client.query(
    `insert into square_simulator.refunds (id, idempotency_key, body_hash, answer, payment_id, refund)
     values ($1, $2, $3, $4, $5, $6)`,
    [refund.id, newRefund.idempotency_key, hashOf(newRefund), { refund }, payment.id, refund],
  )
  const refund_ids = [...(payment.refund_ids ?? []), refund.id]
  return { answer: { refund }, refund, payment: await updateRefundedAmount(client, refund, { refund_ids }) }
}

/** Throws while a bank claims the money of the payment, and once it has it. */
async function requireUndisputed(client: pg.PoolClient, { id }: Payment) {
  const { rowCount } = await client.query(
    `select from square_simulator.disputes where dispute->'disputed_payment'->>'payment_id' = $1
       and dispute->>'state' in ('EVIDENCE_REQUIRED', 'PROCESSING', 'LOST', 'ACCEPTED')`,
    [id],
  )
  if (rowCount)
    throw new SquareApiError(
      400,
      'REFUND_ERROR',
      'PAYMENT_NOT_REFUNDABLE_DUE_TO_DISPUTE',
      'The payment cannot be refunded because of a dispute.',
    )
}

/** Writes the sum of all refunds that did not fail into their payment. Answers the payment. */
async function updateRefundedAmount(client: pg.PoolClient, { payment_id, updated_at }: Refund, fields: object = {}) {
  const { rows } = await client.query<{ payment: Payment }>(
    `update square_simulator.payments set payment = payment || $2 || jsonb_build_object('refunded_money',
       jsonb_build_object('currency', 'USD', 'amount', (
         select coalesce(sum((refund->'amount_money'->>'amount')::bigint), 0) from square_simulator.refunds
         where payment_id = $1 and refund->>'status' in ('PENDING', 'COMPLETED'))))
     where id = $1 returning payment`,
    [payment_id, { ...fields, updated_at, version_token: newId() }],
  )
  return rows[0]?.payment
}

const refundedCents = (payment: Payment) => payment.refunded_money?.amount ?? 0

function refundOf(payment: Payment, newRefund: NewRefund, others: Refund[]): Refund {
  requireRefundable(payment, newRefund, others)
  const now = new Date().toISOString()
  return {
    id: `${payment.id}_${newId()}`,
    status: 'PENDING',
    location_id: payment.location_id,
    unlinked: false,
    destination_type: 'CARD',
    amount_money: newRefund.amount_money,
    payment_id: payment.id,
    ...(newRefund.reason ? { reason: newRefund.reason } : {}),
    created_at: now,
    updated_at: now,
  }
}

function requireRefundable(payment: Payment, newRefund: NewRefund, others: Refund[]) {
  if (payment.status === 'APPROVED')
    throw new SquareApiError(
      400,
      'REFUND_ERROR',
      'REFUND_ERROR_PAYMENT_NEEDS_COMPLETION',
      'The payment was not captured.',
    )
  // After a failed refund Square accepts no other refund of that payment.
  const isClosed = others.length >= MOST_REFUNDS || others.some(({ status }) => status === 'FAILED')
  if (payment.status !== 'COMPLETED' || isClosed)
    throw badRequest('PAYMENT_NOT_REFUNDABLE', 'The payment cannot be refunded.')
  if (refundedCents(payment) + newRefund.amount_money.amount > (payment.total_money?.amount ?? 0))
    throw new SquareApiError(400, 'REFUND_ERROR', 'REFUND_AMOUNT_INVALID', 'More than what is left of the payment.')
}

/** GET /v2/refunds/{id}. Completes a pending refund, unless `staysPending`. */
export async function readRefund(database: SimulatorDatabase, id: string, staysPending = false): Promise<Answer> {
  const { rows } = await database.pool.query<{ refund: Refund }>(
    'select refund from square_simulator.refunds where id = $1',
    [id],
  )
  const refund = rows[0]?.refund
  if (!refund) throw notFound(`refund with id: ${id}`)
  if (refund.status !== 'PENDING' || staysPending) return { status: 200, body: { refund } }
  return { status: 200, body: { refund: await alterRefund(database, id, { status: 'COMPLETED' }, 'PENDING') } }
}

/** Changes fields of a refund (only in state `from`, if given) and the refunded amount of its payment. Answers the refund. */
export async function alterRefund(
  database: SimulatorDatabase,
  id: string,
  fields: object,
  from?: string,
): Promise<Refund> {
  const { refund, payment } = await inTransaction(database, async (client) => {
    // The payment is locked first, as everywhere.
    await client.query(
      `select from square_simulator.payments
       where id = (select payment_id from square_simulator.refunds where id = $1) for update`,
      [id],
    )
    const { rows } = await client.query<{ refund: Refund }>(
      `update square_simulator.refunds
       set refund = case when $3::text is null or refund->>'status' = $3 then refund || $2 else refund end
       where id = $1 returning refund`,
      [id, { ...fields, updated_at: new Date().toISOString() }, from],
    )
    const refund = rows[0]?.refund
    if (!refund) throw notFound(`refund with id: ${id}`)
    return { refund, payment: await updateRefundedAmount(client, refund) }
  })
  database.changed({ type: 'refund.updated', object: { refund } })
  if (payment) database.changed({ type: 'payment.updated', object: { payment } })
  return refund
}
