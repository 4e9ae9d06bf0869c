import { z } from 'zod'
import type { components } from '../square-api.d.ts'
import { type Books, inOneGo } from './books.ts'
import { type Answer, hashOf, newId } from './payments.ts'
import { badRequest, checked, IdempotencyKey, keyReused, Money, notFound, SquareRefusal } from './refusals.ts'

type Payment = components['schemas']['Payment']
type Refund = components['schemas']['PaymentRefund']

const NewRefund = z.strictObject({
  idempotency_key: IdempotencyKey,
  payment_id: z.string().min(1),
  amount_money: Money,
  reason: z.string().max(192).optional(),
})
type NewRefund = z.infer<typeof NewRefund>

/** POST /v2/refunds. A refund is pending at first; it is completed when it is next looked at. */
export async function createRefund(books: Books, body: unknown): Promise<Answer> {
  const asked = checked(NewRefund, body)
  return inOneGo(books, async (client) => {
    const { rows } = await client.query<{ payment: Payment }>(
      'select payment from square_simulator.payments where id = $1 for update',
      [asked.payment_id],
    )
    const payment = rows[0]?.payment
    if (!payment) throw notFound(`payment with id: ${asked.payment_id}`)
    const { rows: earlier } = await client.query<{ body_hash: string; answer: object }>(
      'select body_hash, answer from square_simulator.refunds where idempotency_key = $1',
      [asked.idempotency_key],
    )
    if (earlier[0]) {
      if (earlier[0].body_hash !== hashOf(asked)) throw keyReused()
      return { status: 200, body: earlier[0].answer }
    }
    const refund = refundOf(payment, asked)
    await client.query(
      `insert into square_simulator.refunds (id, idempotency_key, body_hash, answer, payment_id, refund)
       values ($1, $2, $3, $4, $5, $6)`,
      [refund.id, asked.idempotency_key, hashOf(asked), { refund }, payment.id, refund],
    )
    await client.query('update square_simulator.payments set payment = payment || $2 where id = $1', [
      payment.id,
      {
        refunded_money: { amount: refundedCents(payment) + asked.amount_money.amount, currency: 'USD' },
        refund_ids: [...(payment.refund_ids ?? []), refund.id],
        updated_at: refund.created_at,
      },
    ])
    return { status: 200, body: { refund } }
  })
}

const refundedCents = (payment: Payment) => payment.refunded_money?.amount ?? 0

function refundOf(payment: Payment, asked: NewRefund): Refund {
  if (payment.status === 'APPROVED')
    throw new SquareRefusal(
      400,
      'REFUND_ERROR',
      'REFUND_ERROR_PAYMENT_NEEDS_COMPLETION',
      'The payment was not captured.',
    )
  if (payment.status !== 'COMPLETED') throw badRequest('PAYMENT_NOT_REFUNDABLE', 'The payment cannot be refunded.')
  if (refundedCents(payment) + asked.amount_money.amount > (payment.total_money?.amount ?? 0))
    throw new SquareRefusal(400, 'REFUND_ERROR', 'REFUND_AMOUNT_INVALID', 'More than what is left of the payment.')
  const now = new Date().toISOString()
  return {
    id: `${payment.id}_${newId()}`,
    status: 'PENDING',
    location_id: payment.location_id,
    unlinked: false,
    destination_type: 'CARD',
    amount_money: asked.amount_money,
    payment_id: payment.id,
    ...(asked.reason ? { reason: asked.reason } : {}),
    created_at: now,
    updated_at: now,
  }
}

/** GET /v2/refunds/{id}. */
export async function readRefund(books: Books, id: string): Promise<Answer> {
  const { rows } = await books.query<{ refund: Refund }>(
    `update square_simulator.refunds set refund = refund || '{"status": "COMPLETED"}' where id = $1 returning refund`,
    [id],
  )
  if (!rows[0]) throw notFound(`refund with id: ${id}`)
  return { status: 200, body: { refund: rows[0].refund } }
}
