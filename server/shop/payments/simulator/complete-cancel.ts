import { z } from 'zod'
import type { Payment } from '../square-api.ts'
import { newId, type SimulatorDatabase } from './database.ts'
import { badRequest, IdempotencyKey, notFound, parseBody } from './errors.ts'
import { processingFeeSql } from './fees.ts'
import type { Answer } from './types.ts'

const CARD = {
  COMPLETED: { status: 'CAPTURED', timestamp: 'captured_at' },
  CANCELED: { status: 'VOIDED', timestamp: 'voided_at' },
} as const
type End = keyof typeof CARD

/** SQL of the changed payment: $1 fields of the payment, $2 fields of its card or wallet, $3 timestamps of its card. */
const CHANGED_PAYMENT = `payment || $1 || case
    when payment ? 'card_details' then jsonb_build_object('card_details', payment->'card_details' || $2 || jsonb_build_object(
      'card_payment_timeline', coalesce(payment->'card_details'->'card_payment_timeline', '{}') || $3))
    when payment ? 'wallet_details' then jsonb_build_object('wallet_details', payment->'wallet_details' || $2)
    else '{}' end
  || case when $1->>'status' = 'COMPLETED' then jsonb_build_object('receipt_url', '${receiptUrl('')}' || id,
    'processing_fee', ${processingFeeSql("(payment->'amount_money'->>'amount')::int", "$1->>'updated_at'")}) else '{}' end`

/** The address of Square's receipt for a captured payment. */
export function receiptUrl(id: string) {
  return `https://squareup.com/receipt/preview/${id}`
}

function changesTo(status: End) {
  const updated_at = new Date().toISOString()
  const { status: cardStatus, timestamp } = CARD[status]
  return [{ status, updated_at, version_token: newId() }, { status: cardStatus }, { [timestamp]: updated_at }]
}

/** Cancels expired authorizations, as their delay_action says. Runs before every read. */
export async function cancelExpired(database: SimulatorDatabase) {
  const { rows } = await database.pool.query<{ payment: Payment }>(
    `update square_simulator.payments set payment = ${CHANGED_PAYMENT}
     where delayed_until < now() and payment->>'status' = 'APPROVED' returning payment`,
    changesTo('CANCELED'),
  )
  for (const { payment } of rows) database.changed({ type: 'payment.updated', object: { payment } })
}

/** POST /v2/payments/{id}/complete: captures an authorization. */
export async function completePayment(database: SimulatorDatabase, id: string, body: unknown): Promise<Answer> {
  const { version_token } = parseBody(z.strictObject({ version_token: z.string().optional() }), body ?? {})
  const isUnchanged = `coalesce(payment->>'version_token' = $5, true)`
  const payment = await endPayment(database, 'COMPLETED', `id = $4 and ${isUnchanged}`, [id, version_token ?? null])
  return payment ? { status: 200, body: { payment } } : throwNotApproved(database, id)
}

/** POST /v2/payments/{id}/cancel: voids an authorization. */
export async function cancelPayment(database: SimulatorDatabase, id: string): Promise<Answer> {
  const payment = await endPayment(database, 'CANCELED', 'id = $4', [id])
  return payment ? { status: 200, body: { payment } } : throwNotApproved(database, id)
}

/** POST /v2/payments/cancel, by idempotency key. Succeeds when there is no such payment, and fails for a captured one. */
export async function cancelByKey(database: SimulatorDatabase, body: unknown): Promise<Answer> {
  const { idempotency_key } = parseBody(z.strictObject({ idempotency_key: IdempotencyKey }), body)
  if (await endPayment(database, 'CANCELED', 'idempotency_key = $4', [idempotency_key]))
    return { status: 200, body: {} }
  const { rowCount } = await database.pool.query(
    `select from square_simulator.payments where idempotency_key = $1 and payment->>'status' = 'COMPLETED'`,
    [idempotency_key],
  )
  if (rowCount) throw badRequest('BAD_REQUEST', 'Payment is in inflight state COMPLETED')
  return { status: 200, body: {} }
}

/** Completes or cancels an approved payment; undefined when none matches. One statement: of two callers one succeeds. */
async function endPayment(database: SimulatorDatabase, status: End, which: string, values: unknown[]) {
  await cancelExpired(database)
  const { rows } = await database.pool.query<{ payment: Payment }>(
    `update square_simulator.payments set payment = ${CHANGED_PAYMENT}
     where ${which} and payment->>'status' = 'APPROVED' returning payment`,
    [...changesTo(status), ...values],
  )
  const payment = rows[0]?.payment
  if (payment) database.changed({ type: 'payment.updated', object: { payment } })
  return payment
}

async function throwNotApproved({ pool }: SimulatorDatabase, id: string): Promise<never> {
  const { rows } = await pool.query<{ status: string }>(
    `select payment->>'status' as status from square_simulator.payments where id = $1`,
    [id],
  )
  if (!rows[0]) throw notFound(`payment with id: ${id}`)
  if (rows[0].status === 'APPROVED')
    throw badRequest('VERSION_MISMATCH', 'The payment has another version_token by now')
  throw badRequest('BAD_REQUEST', `Payment is in inflight state ${rows[0].status}`)
}
