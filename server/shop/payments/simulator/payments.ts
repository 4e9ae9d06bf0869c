import type pg from 'pg'
import { z } from 'zod'
import type { CardError, Payment } from '../square-api.ts'
import { declineFor, declineOf, isCard, sourceDetails } from './cards.ts'
import { cancelExpired, receiptUrl } from './complete-cancel.ts'
import { hashOf, newId, type SimulatorDatabase } from './database.ts'
import { badRequest, IdempotencyKey, keyReused, Money, notFound, parseBody } from './errors.ts'
import { processingFee } from './fees.ts'
import type { Answer } from './types.ts'

const DELAY_PATTERN = /^PT(\d{1,5})([HMS])$/
const SECONDS = { H: 3600, M: 60, S: 1 } as const
const LONGEST_DELAY = 7 * 24 * 3600

/** Square's default. */
const DEFAULT_DELAY = 'PT168H'

/** How long an authorization lasts, in seconds. */
const delaySeconds = (text: string) => {
  const [, count, unit] = DELAY_PATTERN.exec(text) ?? []
  return Number(count) * SECONDS[unit as keyof typeof SECONDS]
}

const NewPayment = z.strictObject({
  source_id: z.string().min(1),
  idempotency_key: IdempotencyKey,
  amount_money: Money,
  autocomplete: z.boolean().default(true),
  delay_duration: z
    .string()
    .refine((text) => delaySeconds(text) >= 60 && delaySeconds(text) <= LONGEST_DELAY, 'Invalid delay duration')
    .optional(),
  delay_action: z.literal('CANCEL').default('CANCEL'),
  location_id: z.string().optional(),
  reference_id: z.string().max(40).optional(),
  note: z.string().max(500).optional(),
  statement_description_identifier: z.string().max(20).optional(),
  buyer_email_address: z.string().max(255).optional(),
})

/** POST /v2/payments. Stores the first answer to an idempotency key and repeats it. `declineCode` is an error code. */
export async function createPayment(
  database: SimulatorDatabase,
  locationId: string,
  body: unknown,
  declineCode?: string,
): Promise<Answer> {
  const newPayment = parseBody(NewPayment, body)
  if (newPayment.location_id && newPayment.location_id !== locationId)
    throw notFound(`location ${newPayment.location_id}`)
  if (newPayment.delay_duration && !isCard(newPayment.source_id))
    throw badRequest('BAD_REQUEST', 'A delay duration is only supported for card payments.')
  const decline = declineCode ? declineFor(declineCode) : declineOf(newPayment.source_id)
  const payment = paymentOf(newPayment, locationId, decline)
  const answer = decline ? { errors: [decline], payment } : { payment }
  const { rowCount } = await database.pool.query(
    `insert into square_simulator.payments
       (id, idempotency_key, body_hash, http_status, answer, payment, created_at, delayed_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (idempotency_key) do nothing`,
    [
      payment.id,
      newPayment.idempotency_key,
      hashOf(newPayment),
      decline ? 402 : 200,
      answer,
      payment,
      payment.created_at,
      payment.delayed_until,
    ],
  )
  if (rowCount === 0) return firstAnswer(database, newPayment)
  database.changed({ type: 'payment.created', object: { payment } })
  return { status: decline ? 402 : 200, body: answer }
}

async function firstAnswer(database: SimulatorDatabase, newPayment: z.infer<typeof NewPayment>): Promise<Answer> {
  const { rows } = await database.pool.query<{ body_hash: string; http_status: number; answer: Answer['body'] }>(
    'select body_hash, http_status, answer from square_simulator.payments where idempotency_key = $1',
    [newPayment.idempotency_key],
  )
  const [first] = rows
  if (first?.body_hash !== hashOf(newPayment)) throw keyReused()
  return { status: first.http_status, body: first.answer }
}

function paymentOf(newPayment: z.infer<typeof NewPayment>, locationId: string, decline: CardError | null): Payment {
  const id = newId()
  const now = new Date()
  const isTaken = newPayment.autocomplete && !decline
  const delay = newPayment.delay_duration ?? DEFAULT_DELAY
  return {
    id,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    amount_money: newPayment.amount_money,
    total_money: newPayment.amount_money,
    ...(decline ? {} : { approved_money: newPayment.amount_money }),
    status: decline ? 'FAILED' : isTaken ? 'COMPLETED' : 'APPROVED',
    delay_duration: delay,
    delay_action: newPayment.delay_action,
    delayed_until: new Date(now.getTime() + delaySeconds(delay) * 1000).toISOString(),
    ...sourceDetails(newPayment.source_id, decline, isTaken, now.toISOString()),
    location_id: locationId,
    ...(newPayment.reference_id ? { reference_id: newPayment.reference_id } : {}),
    ...(newPayment.note ? { note: newPayment.note } : {}),
    ...(newPayment.buyer_email_address ? { buyer_email_address: newPayment.buyer_email_address } : {}),
    ...(decline ? {} : { receipt_number: id.slice(0, 4) }),
    ...(isTaken
      ? {
          receipt_url: receiptUrl(id),
          processing_fee: processingFee(newPayment.amount_money.amount, now.toISOString()),
        }
      : {}),
    version_token: newId(),
  }
}

/** GET /v2/payments/{id}: the payment. */
export async function readPayment(database: SimulatorDatabase, id: string): Promise<Answer> {
  await cancelExpired(database)
  const { rows } = await database.pool.query<{ payment: Payment }>(
    'select payment from square_simulator.payments where id = $1',
    [id],
  )
  if (!rows[0]) throw notFound(`payment with id: ${id}`)
  return { status: 200, body: { payment: rows[0].payment } }
}

/** Changes fields of a payment, and of the stored answer to its key. Answers the payment. */
export async function alterPayment(database: SimulatorDatabase, id: string, fields: object): Promise<Payment> {
  const changes = { ...fields, updated_at: new Date().toISOString(), version_token: newId() }
  const { rows } = await database.pool.query<{ payment: Payment }>(
    `update square_simulator.payments
     set payment = payment || $2, answer = jsonb_set(answer, '{payment}', payment || $2)
     where id = $1 returning payment`,
    [id, changes],
  )
  const payment = rows[0]?.payment
  if (!payment) throw notFound(`payment with id: ${id}`)
  database.changed({ type: 'payment.updated', object: { payment } })
  return payment
}

/** All payments with their idempotency keys, oldest first. */
export async function storedPayments(pool: pg.Pool): Promise<(Payment & { idempotency_key: string })[]> {
  const { rows } = await pool.query<{ payment: Payment; idempotency_key: string }>(
    'select payment, idempotency_key from square_simulator.payments order by created_at, id',
  )
  return rows.map(({ payment, idempotency_key }) => ({ ...payment, idempotency_key }))
}
