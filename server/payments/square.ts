import { setTimeout } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import { openBreaker } from './circuit-breaker.ts'
import type {
  Authorisation,
  Cancellation,
  Card,
  Charge,
  Gateway,
  HeldPayment,
  PaymentStatus,
  RefundAnswer,
  RefundFigures,
  WantedRefund,
} from './gateway.ts'
import type { components, paths } from './square-api.d.ts'
import { ask, DEADLINES, type Line, type Reply } from './square-client.ts'
import { classOf } from './square-errors.ts'
import { list, listDisputes, listRefunds, pathOf, payment, recordedRefund, STATUSES } from './square-records.ts'

type Payment = components['schemas']['Payment']
type CreatePayment = components['schemas']['CreatePaymentRequest']

/** The version that square-openapi.json describes. */
const SQUARE_VERSION = '2025-10-16'
const CURRENCY = 'USD'

const MOST_TRIES = 2

type Account = {
  baseUrl: string
  accessToken: string
  locationId: string
  deadlines?: Partial<typeof DEADLINES>
  /** Is told when Square has stopped to answer, and when it answers again. */
  onOutage?: (isOver: boolean) => void
}

export type Square = Omit<Gateway, 'setup' | 'close'> & {
  stop(): void
  /** Why this account cannot take our payments; null when it can, or when Square does not answer. */
  locationProblem(): Promise<string | null>
}

/** The calls of the checkout to Square, or to anything that speaks its published contract. */
export function openSquare({ baseUrl, accessToken, locationId, deadlines, onOutage = () => {} }: Account): Square {
  const headers = { authorization: `Bearer ${accessToken}`, 'square-version': SQUARE_VERSION }
  const client = createClient<paths>({ baseUrl, headers, redirect: 'error' })
  const within = { ...DEADLINES, ...deadlines }
  const breaker = openBreaker({ probe: () => locationProblem(line), everyMs: within.probe, tell: onOutage })
  const line: Line = { client, locationId, within, breaker }
  return {
    isReachable: breaker.isClosed,
    stop: breaker.stop,
    authorise: (charge, card) => authorise(line, charge, card),
    capture: (paymentId, charge) => capture(line, paymentId, charge),
    find: (paymentId, charge) => find(line, paymentId, charge),
    cancel: (paymentId) => cancel(line, paymentId),
    cancelByKey: (key) => cancelByKey(line, key),
    list: (from, until) => list(line, from, until),
    payment: (paymentId) => payment(line, paymentId),
    listRefunds: (from, until) => listRefunds(line, from, until),
    recordedRefund: (refundId) => recordedRefund(line, refundId),
    listDisputes: () => listDisputes(line),
    refund: (wanted) => refund(line, wanted),
    findRefund: (refundId, wanted) => findRefund(line, refundId, wanted),
    locationProblem: () => locationProblem(line),
  }
}

/** At most two tries with the same key and the same body, and only where a repetition cannot do harm. */
async function authorise(line: Line, charge: Charge, card: Card): Promise<Authorisation> {
  const { client, locationId, within } = line
  const body = paymentRequest(charge, card, locationId)
  const until = Date.now() + within.authorise
  for (let tries = 1; ; tries++) {
    const reply = await ask(line, Math.min(within.try, until - Date.now()), (signal) =>
      client.POST('/v2/payments', { body, signal }),
    )
    const pause = Math.max(reply.retryAfter, within.pause * (0.5 + Math.random()))
    const isWorthAnother = isRepeatable(reply) && tries < MOST_TRIES && Date.now() + pause < until
    if (!isWorthAnother) return authorisationOf(reply, charge, locationId)
    await setTimeout(pause)
  }
}

async function capture(line: Line, paymentId: string, charge: Charge) {
  const { client, locationId, within } = line
  const { data } = await ask(line, within.capture, (signal) =>
    client.POST('/v2/payments/{payment_id}/complete', { params: pathOf(paymentId), body: {}, signal }),
  )
  return data?.payment?.id === paymentId && statusOf(data.payment, charge, locationId) === 'completed'
}

async function find(line: Line, paymentId: string, charge?: Charge): Promise<PaymentStatus> {
  const { client, locationId, within } = line
  const { data } = await ask(line, within.find, (signal) =>
    client.GET('/v2/payments/{payment_id}', { params: pathOf(paymentId), signal }),
  )
  if (data?.payment?.id !== paymentId) return 'unknown'
  return charge ? statusOf(data.payment, charge, locationId) : (STATUSES[data.payment.status ?? ''] ?? 'unknown')
}

async function cancel(line: Line, paymentId: string) {
  const { client, within } = line
  const reply = await ask(line, within.cancel, (signal) =>
    client.POST('/v2/payments/{payment_id}/cancel', { params: pathOf(paymentId), signal }),
  )
  return cancellationOf(reply, reply.data?.payment?.status === 'CANCELED')
}

async function cancelByKey(line: Line, key: string) {
  const { client, within } = line
  const reply = await ask(line, within.cancel, (signal) =>
    client.POST('/v2/payments/cancel', { body: { idempotency_key: key }, signal }),
  )
  return cancellationOf(reply, reply.data !== undefined)
}

async function refund(line: Line, { key, cents, paymentId }: WantedRefund) {
  const { client, within } = line
  const amount = { amount: cents, currency: CURRENCY } as const
  const body = { idempotency_key: key, amount_money: amount, payment_id: paymentId }
  const reply = await ask(line, within.refund, (signal) => client.POST('/v2/refunds', { body, signal }))
  return refundAnswerOf(reply, { cents, paymentId })
}

async function findRefund(line: Line, refundId: string, wanted: RefundFigures) {
  const { client, within } = line
  const params = { path: { refund_id: refundId } }
  const reply = await ask(line, within.find, (signal) => client.GET('/v2/refunds/{refund_id}', { params, signal }))
  const answer = refundAnswerOf(reply, wanted)
  // Not being told of a refund does not undo it.
  return answer.outcome === 'refused' && !reply.data ? { outcome: 'unknown' as const } : answer
}

/** Only a refund of the cents and the payment that were asked for is acted upon. */
function refundAnswerOf(
  { status, data, errors }: Reply<{ refund?: components['schemas']['PaymentRefund'] }>,
  { cents, paymentId }: RefundFigures,
): RefundAnswer {
  const refund = data?.refund
  if (!refund) {
    const kind = data ? 'unknown' : classOf(status, errors)
    return { outcome: kind === 'unknown' || kind === 'retry' ? 'unknown' : 'refused' }
  }
  if (refund.status === 'REJECTED' || refund.status === 'FAILED') return { outcome: 'refused' }
  const { amount, currency } = refund.amount_money
  if (amount !== cents || currency !== CURRENCY || refund.payment_id !== paymentId)
    return { outcome: 'mismatched', refundId: refund.id }
  if (refund.status === 'COMPLETED') return { outcome: 'completed', refundId: refund.id }
  return refund.status === 'PENDING' ? { outcome: 'pending', refundId: refund.id } : { outcome: 'unknown' }
}

async function locationProblem(line: Line) {
  const { client, locationId, within } = line
  const { status, data } = await ask(line, within.cancel, (signal) =>
    client.GET('/v2/locations/{location_id}', { params: { path: { location_id: locationId } }, signal }),
  )
  if (status === 0 || status === 429 || status >= 500) return null
  return status === 200 ? locationFault(data?.location) : `Square refuses our access token or location (${status}).`
}

function paymentRequest(charge: Charge, card: Card, locationId: string): CreatePayment {
  return {
    source_id: card.sourceId,
    idempotency_key: charge.key,
    amount_money: { amount: charge.cents, currency: CURRENCY },
    autocomplete: false,
    delay_duration: 'PT24H',
    delay_action: 'CANCEL',
    location_id: locationId,
    reference_id: charge.orderId,
    note: card.note,
  }
}

const isRepeatable = (reply: Reply<unknown>) => !reply.data && classOf(reply.status, reply.errors) === 'retry'

function authorisationOf(
  { status, data, errors }: Reply<{ payment?: Payment }>,
  charge: Charge,
  locationId: string,
): Authorisation {
  const payment = data?.payment
  const code = errors[0]?.code ?? (status === 0 ? 'NO_ANSWER' : `HTTP_${status}`)
  if (payment?.id && ['APPROVED', 'COMPLETED', 'PENDING'].includes(payment.status ?? '')) {
    const state = statusOf(payment, charge, locationId)
    if (state === 'approved' || state === 'completed') return { outcome: state, payment: heldPayment(payment) }
    return { outcome: 'mismatched', paymentId: payment.id }
  }
  const kind = data ? 'unknown' : classOf(status, errors)
  if (kind === 'unknown' || kind === 'retry') return { outcome: 'unknown', code, answered: errors.length > 0 }
  return { outcome: 'refused', refusal: kind, code }
}

/** Only a payment of the cents, the currency, the location and the order that were asked for is acted upon. */
function statusOf(payment: Payment, { cents, orderId }: Charge, locationId: string): PaymentStatus {
  if (STATUSES[payment.status ?? ''] === 'gone') return 'gone'
  const isAsAsked =
    [payment.amount_money, payment.approved_money].every(
      (money) => money?.amount === cents && money.currency === CURRENCY,
    ) &&
    payment.location_id === locationId &&
    payment.reference_id === orderId
  if (!isAsAsked) return 'unknown'
  return STATUSES[payment.status ?? ''] ?? 'unknown'
}

const heldPayment = (payment: Payment): HeldPayment => ({
  id: payment.id ?? '',
  cardBrand: payment.card_details?.card?.card_brand ?? null,
  cardLast4: payment.card_details?.card?.last_4 ?? null,
})

function cancellationOf(reply: Reply<unknown>, isCancelled: boolean): Cancellation {
  if (isCancelled) return 'cancelled'
  const kind = reply.data ? 'unknown' : classOf(reply.status, reply.errors)
  return kind === 'unknown' || kind === 'retry' ? 'unknown' : 'refused'
}

function locationFault(location: components['schemas']['Location'] | undefined) {
  if (location?.status !== 'ACTIVE') return 'The Square location is not active.'
  if (location.currency !== CURRENCY || location.country !== 'US')
    return 'The Square location is not one in US dollars.'
  if (!location.capabilities?.includes('CREDIT_CARD_PROCESSING')) return 'The Square location cannot take cards.'
  return null
}
