import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { components } from '../square-api.d.ts'
import type { Books } from './books.ts'
import { cardDetails, declineOf } from './cards.ts'
import { badRequest, checked, IdempotencyKey, keyReused, Money, notFound } from './refusals.ts'

type Payment = components['schemas']['Payment']
export type Answer = { status: number; body: object }

const DELAY = /^PT(\d{1,5})([HMS])$/
const SECONDS = { H: 3600, M: 60, S: 1 } as const
const LONGEST_DELAY = 7 * 24 * 3600

/** How long an authorisation waits to be captured, in seconds; Square's own default is a week. */
const delaySeconds = (text: string) => {
  const [, count, unit] = DELAY.exec(text) ?? []
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
    .default('PT168H'),
  delay_action: z.literal('CANCEL').default('CANCEL'),
  location_id: z.string().optional(),
  reference_id: z.string().max(40).optional(),
  note: z.string().max(500).optional(),
  statement_description_identifier: z.string().max(20).optional(),
  buyer_email_address: z.string().max(255).optional(),
})

export const newId = () => randomBytes(24).toString('base64url')
export const hashOf = (body: object) => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** POST /v2/payments. The first answer to a key is kept, and given again to the same body. */
export async function createPayment(books: Books, locationId: string, body: unknown): Promise<Answer> {
  const asked = checked(NewPayment, body)
  if (asked.location_id && asked.location_id !== locationId) throw notFound(`location ${asked.location_id}`)
  const decline = declineOf(asked.source_id)
  const payment = paymentOf(asked, locationId, decline)
  const answer = decline ? { errors: [decline], payment } : { payment }
  const { rowCount } = await books.query(
    `insert into square_simulator.payments
       (id, idempotency_key, body_hash, http_status, answer, payment, created_at, delayed_until)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (idempotency_key) do nothing`,
    [
      payment.id,
      asked.idempotency_key,
      hashOf(asked),
      decline ? 402 : 200,
      answer,
      payment,
      payment.created_at,
      payment.delayed_until,
    ],
  )
  return rowCount === 1 ? { status: decline ? 402 : 200, body: answer } : firstAnswer(books, asked)
}

async function firstAnswer(books: Books, asked: z.infer<typeof NewPayment>): Promise<Answer> {
  const { rows } = await books.query<{ body_hash: string; http_status: number; answer: object }>(
    'select body_hash, http_status, answer from square_simulator.payments where idempotency_key = $1',
    [asked.idempotency_key],
  )
  const [first] = rows
  if (first?.body_hash !== hashOf(asked)) throw keyReused()
  return { status: first.http_status, body: first.answer }
}

function paymentOf(
  asked: z.infer<typeof NewPayment>,
  locationId: string,
  decline: components['schemas']['Error'] | null,
): Payment {
  const now = new Date()
  const isTaken = asked.autocomplete && !decline
  return {
    id: newId(),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    amount_money: asked.amount_money,
    total_money: asked.amount_money,
    ...(decline ? {} : { approved_money: asked.amount_money }),
    status: decline ? 'FAILED' : isTaken ? 'COMPLETED' : 'APPROVED',
    delay_duration: asked.delay_duration,
    delay_action: asked.delay_action,
    delayed_until: new Date(now.getTime() + delaySeconds(asked.delay_duration) * 1000).toISOString(),
    source_type: 'CARD',
    card_details: { ...cardDetails(decline), ...(isTaken ? { status: 'CAPTURED' } : {}) },
    location_id: locationId,
    ...(asked.reference_id ? { reference_id: asked.reference_id } : {}),
    ...(asked.note ? { note: asked.note } : {}),
    ...(asked.buyer_email_address ? { buyer_email_address: asked.buyer_email_address } : {}),
    version_token: newId(),
  }
}

/** Authorisations whose time is up are cancelled, as their delay_action says; seen whenever the books are read. */
export const lapse = (books: Books) =>
  books.query(
    `update square_simulator.payments set payment = ${MOVED}
     where delayed_until < now() and payment->>'status' = 'APPROVED'`,
    moveTo('CANCELED'),
  )

const MOVED = `jsonb_set(payment || $1, '{card_details,status}', $2)`
const CARD_STATUS = { COMPLETED: 'CAPTURED', CANCELED: 'VOIDED' } as const

const moveTo = (status: keyof typeof CARD_STATUS) => [
  { status, updated_at: new Date().toISOString(), version_token: newId() },
  JSON.stringify(CARD_STATUS[status]),
]

/** GET /v2/payments/{id}. */
export async function readPayment(books: Books, id: string): Promise<Answer> {
  await lapse(books)
  const { rows } = await books.query<{ payment: Payment }>(
    'select payment from square_simulator.payments where id = $1',
    [id],
  )
  if (!rows[0]) throw notFound(`payment with id: ${id}`)
  return { status: 200, body: { payment: rows[0].payment } }
}

/** POST /v2/payments/{id}/complete. */
export async function completePayment(books: Books, id: string, body: unknown): Promise<Answer> {
  const { version_token } = checked(z.strictObject({ version_token: z.string().optional() }), body ?? {})
  const unchanged = `coalesce(payment->>'version_token' = $4, true)`
  const moved = await move(books, 'COMPLETED', `id = $3 and ${unchanged}`, [id, version_token ?? null])
  return moved ? { status: 200, body: { payment: moved } } : refuseMove(books, id)
}

/** POST /v2/payments/{id}/cancel. */
export async function cancelPayment(books: Books, id: string): Promise<Answer> {
  const moved = await move(books, 'CANCELED', 'id = $3', [id])
  return moved ? { status: 200, body: { payment: moved } } : refuseMove(books, id)
}

/** POST /v2/payments/cancel. Succeeds when nothing came of the key; a payment that was captured stays. */
export async function cancelByKey(books: Books, body: unknown): Promise<Answer> {
  const { idempotency_key } = checked(z.strictObject({ idempotency_key: IdempotencyKey }), body)
  if (await move(books, 'CANCELED', 'idempotency_key = $3', [idempotency_key])) return { status: 200, body: {} }
  const { rowCount } = await books.query(
    `select from square_simulator.payments where idempotency_key = $1 and payment->>'status' = 'COMPLETED'`,
    [idempotency_key],
  )
  if (rowCount) throw badRequest('BAD_REQUEST', 'Payment is in inflight state COMPLETED')
  return { status: 200, body: {} }
}

/** Moves an approved payment on; undefined when there is none such. One statement, so of two callers one succeeds. */
async function move(books: Books, status: keyof typeof CARD_STATUS, which: string, values: unknown[]) {
  await lapse(books)
  const { rows } = await books.query<{ payment: Payment }>(
    `update square_simulator.payments set payment = ${MOVED}
     where ${which} and payment->>'status' = 'APPROVED' returning payment`,
    [...moveTo(status), ...values],
  )
  return rows[0]?.payment
}

async function refuseMove(books: Books, id: string): Promise<never> {
  const { rows } = await books.query<{ status: string }>(
    `select payment->>'status' as status from square_simulator.payments where id = $1`,
    [id],
  )
  if (!rows[0]) throw notFound(`payment with id: ${id}`)
  if (rows[0].status === 'APPROVED') throw badRequest('CONFLICT', 'The payment has another version_token by now')
  throw badRequest('BAD_REQUEST', `Payment is in inflight state ${rows[0].status}`)
}
