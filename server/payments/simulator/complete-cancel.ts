import { z } from 'zod'
import type { components } from '../square-api.d.ts'
import { type Books, newId } from './database.ts'
import { badRequest, checked, IdempotencyKey, notFound } from './errors.ts'
import type { Answer } from './types.ts'

type Payment = components['schemas']['Payment']

const CARD = {
  COMPLETED: { status: 'CAPTURED', moment: 'captured_at' },
  CANCELED: { status: 'VOIDED', moment: 'voided_at' },
} as const
type End = keyof typeof CARD

/** What becomes of the row: $1 fields of the payment, $2 fields of its card, $3 moments of its card. */
const MOVED = `payment || $1 || jsonb_build_object('card_details', payment->'card_details' || $2 || jsonb_build_object(
  'card_payment_timeline', coalesce(payment->'card_details'->'card_payment_timeline', '{}') || $3))
  || case when $1->>'status' = 'COMPLETED' then jsonb_build_object('receipt_url', '${receiptUrl('')}' || id) else '{}' end`

/** Where Square shows the receipt of a payment that was taken. */
export function receiptUrl(id: string) {
  return `https://squareup.com/receipt/preview/${id}`
}

function movedTo(status: End) {
  const updated_at = new Date().toISOString()
  const { status: cardStatus, moment } = CARD[status]
  return [{ status, updated_at, version_token: newId() }, { status: cardStatus }, { [moment]: updated_at }]
}

/** Authorisations whose time is up are cancelled, as their delay_action says; seen whenever the books are read. */
export async function lapse(books: Books) {
  const { rows } = await books.pool.query<{ payment: Payment }>(
    `update square_simulator.payments set payment = ${MOVED}
     where delayed_until < now() and payment->>'status' = 'APPROVED' returning payment`,
    movedTo('CANCELED'),
  )
  for (const { payment } of rows) books.changed({ type: 'payment.updated', object: { payment } })
}

/** POST /v2/payments/{id}/complete. */
export async function completePayment(books: Books, id: string, body: unknown): Promise<Answer> {
  const { version_token } = checked(z.strictObject({ version_token: z.string().optional() }), body ?? {})
  const unchanged = `coalesce(payment->>'version_token' = $5, true)`
  const moved = await move(books, 'COMPLETED', `id = $4 and ${unchanged}`, [id, version_token ?? null])
  return moved ? { status: 200, body: { payment: moved } } : refuseMove(books, id)
}

/** POST /v2/payments/{id}/cancel. */
export async function cancelPayment(books: Books, id: string): Promise<Answer> {
  const moved = await move(books, 'CANCELED', 'id = $4', [id])
  return moved ? { status: 200, body: { payment: moved } } : refuseMove(books, id)
}

/** POST /v2/payments/cancel. Succeeds when nothing came of the key; a payment that was captured stays. */
export async function cancelByKey(books: Books, body: unknown): Promise<Answer> {
  const { idempotency_key } = checked(z.strictObject({ idempotency_key: IdempotencyKey }), body)
  if (await move(books, 'CANCELED', 'idempotency_key = $4', [idempotency_key])) return { status: 200, body: {} }
  const { rowCount } = await books.pool.query(
    `select from square_simulator.payments where idempotency_key = $1 and payment->>'status' = 'COMPLETED'`,
    [idempotency_key],
  )
  if (rowCount) throw badRequest('BAD_REQUEST', 'Payment is in inflight state COMPLETED')
  return { status: 200, body: {} }
}

/** Moves an approved payment on; undefined when there is none such. One statement, so of two callers one succeeds. */
async function move(books: Books, status: End, which: string, values: unknown[]) {
  await lapse(books)
  const { rows } = await books.pool.query<{ payment: Payment }>(
    `update square_simulator.payments set payment = ${MOVED}
     where ${which} and payment->>'status' = 'APPROVED' returning payment`,
    [...movedTo(status), ...values],
  )
  const payment = rows[0]?.payment
  if (payment) books.changed({ type: 'payment.updated', object: { payment } })
  return payment
}

async function refuseMove({ pool }: Books, id: string): Promise<never> {
  const { rows } = await pool.query<{ status: string }>(
    `select payment->>'status' as status from square_simulator.payments where id = $1`,
    [id],
  )
  if (!rows[0]) throw notFound(`payment with id: ${id}`)
  if (rows[0].status === 'APPROVED')
    throw badRequest('VERSION_MISMATCH', 'The payment has another version_token by now')
  throw badRequest('BAD_REQUEST', `Payment is in inflight state ${rows[0].status}`)
}
