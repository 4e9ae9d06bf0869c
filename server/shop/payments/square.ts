import { setTimeout } from 'node:timers/promises'
import { openBreaker } from './circuit-breaker.ts'
import type {
  Authorization,
  Cancellation,
  Card,
  Charge,
  Gateway,
  HeldPayment,
  Location,
  LocationList,
  PaymentStatus,
  RefundAnswer,
  RefundFigures,
  WantedRefund,
} from './gateway.ts'
import type * as api from './square-api.ts'
import { callSquare, DEADLINES, type Reply, type SquareClient } from './square-client.ts'
import { classOf } from './square-errors.ts'
import { openHttp } from './square-http.ts'
import { listPayouts, payoutEntries } from './square-payouts.ts'
import {
  isMissing,
  list,
  listDisputes,
  listRefunds,
  payment,
  paymentPath,
  recordedRefund,
  refundPath,
  STATUSES,
} from './square-records.ts'

/** The version that square-openapi.json describes. */
const SQUARE_VERSION = '2025-10-16'
const CURRENCY = 'USD'

const MOST_TRIES = 2

type Account = {
  baseUrl: string
  accessToken: string
  locationId: string
  deadlines?: Partial<typeof DEADLINES>
  /** Called when Square stops answering (false), and when it answers again (true). */
  onOutage?: (isOver: boolean) => void
}

export type Square = Omit<Gateway, 'setup' | 'close'> & {
  stop(): void
  /** All locations of the account, of which `location` is the one that takes the payments. */
  locations(): Promise<LocationList>
}

/** The gateway to Square, or to any server that speaks Square's published contract. */
export function openSquare({ baseUrl, accessToken, locationId, onOutage = () => {}, ...options }: Account): Square {
  const headers = { authorization: `Bearer ${accessToken}`, 'square-version': SQUARE_VERSION }
  const send = openHttp(baseUrl, headers)
  const deadlines = { ...DEADLINES, ...options.deadlines }
  const breaker = openBreaker({ probe: () => locationOf(client), everyMs: deadlines.probe, onChange: onOutage })
  const client: SquareClient = { send, locationId, deadlines, breaker }
  return {
    isReachable: breaker.isClosed,
    stop: breaker.stop,
    authorize: (charge, card) => authorize(client, charge, card),
    capture: (paymentId, charge) => capture(client, paymentId, charge),
    find: (paymentId, charge) => find(client, paymentId, charge),
    cancel: (paymentId) => cancel(client, paymentId),
    cancelByKey: (key) => cancelByKey(client, key),
    list: (from, until) => list(client, from, until),
    payment: (paymentId) => payment(client, paymentId),
    isMissing: (paymentId) => isMissing(client, paymentId),
    listRefunds: (from, until) => listRefunds(client, from, until),
    recordedRefund: (refundId) => recordedRefund(client, refundId),
    listDisputes: () => listDisputes(client),
    listPayouts: (from, until) => listPayouts(client, from, until),
    payoutEntries: (payoutId, next) => payoutEntries(client, payoutId, next),
    refund: (figures) => refund(client, figures),
    findRefund: (refundId, figures) => findRefund(client, refundId, figures),
    location: () => locationOf(client),
    locations: () => locationsOf(client),
  }
}

/** Tries at most twice, with the same idempotency key and body, and only where a retry cannot charge twice. */
async function authorize(client: SquareClient, charge: Charge, card: Card): Promise<Authorization> {
  const { locationId, deadlines } = client
  const call = { method: 'POST', path: '/v2/payments', body: newPayment(charge, card, locationId) } as const
  const until = Date.now() + deadlines.authorize
  for (let tries = 1; ; tries++) {
    const reply = await callSquare(client, Math.min(deadlines.try, until - Date.now()), call)
    const pause = Math.max(reply.retryAfter, deadlines.pause * (0.5 + Math.random()))
    const shouldRetry = isRepeatable(reply) && tries < MOST_TRIES && Date.now() + pause < until
    if (!shouldRetry) return authorizationOf(reply, charge, locationId)
    await setTimeout(pause)
  }
}

async function capture(client: SquareClient, paymentId: string, charge: Charge) {
  const { locationId, deadlines } = client
  const call = { method: 'POST', path: `${paymentPath(paymentId)}/complete`, body: {} } as const
  const { data } = await callSquare(client, deadlines.capture, call)
  return data?.payment?.id === paymentId && statusOf(data.payment, charge, locationId) === 'completed'
}

async function find(client: SquareClient, paymentId: string, charge?: Charge): Promise<PaymentStatus> {
  const { locationId, deadlines } = client
  const { data } = await callSquare(client, deadlines.find, { method: 'GET', path: paymentPath(paymentId) })
  if (data?.payment?.id !== paymentId) return 'unknown'
  return charge ? statusOf(data.payment, charge, locationId) : (STATUSES[data.payment.status ?? ''] ?? 'unknown')
}

async function cancel(client: SquareClient, paymentId: string) {
  const call = { method: 'POST', path: `${paymentPath(paymentId)}/cancel` } as const
  const reply = await callSquare(client, client.deadlines.cancel, call)
  return cancellationOf(reply, reply.data?.payment?.status === 'CANCELED')
}

async function cancelByKey(client: SquareClient, key: string) {
  const call = { method: 'POST', path: '/v2/payments/cancel', body: { idempotency_key: key } } as const
  const reply = await callSquare(client, client.deadlines.cancel, call)
  return cancellationOf(reply, reply.data !== undefined)
}

async function refund(client: SquareClient, { key, cents, paymentId }: WantedRefund) {
  const amount = { amount: cents, currency: CURRENCY } as const
  const body: api.NewRefund = { idempotency_key: key, amount_money: amount, payment_id: paymentId }
  const reply = await callSquare(client, client.deadlines.refund, { method: 'POST', path: '/v2/refunds', body })
  return refundAnswerOf(reply, { cents, paymentId })
}

async function findRefund(client: SquareClient, refundId: string, figures: RefundFigures) {
  const reply = await callSquare(client, client.deadlines.find, { method: 'GET', path: refundPath(refundId) })
  const answer = refundAnswerOf(reply, figures)
  // A failed lookup does not undo a refund.
  return answer.outcome === 'refused' && !reply.data ? { outcome: 'unknown' as const } : answer
}

/** The outcome of a refund; `mismatched` unless amount and payment are the ones the shop asked for. */
function refundAnswerOf({ status, data, errors }: Reply, { cents, paymentId }: RefundFigures): RefundAnswer {
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

async function locationOf(client: SquareClient): Promise<Location> {
  const { locationId, deadlines } = client
  const path = `/v2/locations/${encodeURIComponent(locationId)}`
  const { status, data } = await callSquare(client, deadlines.cancel, { method: 'GET', path })
  if (status === 0 || status === 429 || status >= 500) return { name: undefined, problem: null, isRefused: false }
  if (status !== 200)
    return { name: undefined, problem: `Square refuses our access token or location (${status}).`, isRefused: true }
  const location = data?.location
  return { name: location?.name ?? locationId, problem: unsuitableLocation(location), isRefused: false }
}

async function locationsOf(client: SquareClient): Promise<LocationList> {
  const call = { method: 'GET', path: '/v2/locations' } as const
  const { status, data } = await callSquare(client, client.deadlines.cancel, call)
  if (status === 401 || status === 403) return 'refused'
  return data?.locations?.flatMap((location) => {
    const { id, name } = location
    return id ? [{ id, name: name ?? id, problem: unsuitableLocation(location) }] : []
  })
}

function newPayment(charge: Charge, card: Card, locationId: string): api.NewPayment {
  return {
    source_id: card.sourceId,
    idempotency_key: charge.key,
    amount_money: { amount: charge.cents, currency: CURRENCY },
    autocomplete: false,
    // Square takes both of cards only. A hold on another source is canceled by default, after a week.
    ...(isCard(card) ? { delay_duration: 'PT24H', delay_action: 'CANCEL' } : {}),
    location_id: locationId,
    reference_id: charge.orderId,
    note: card.note,
  }
}

/** Tokens of cards, Apple Pay and Google Pay begin with `cnon:`; those of Cash App and Afterpay do not. */
const isCard = ({ sourceId }: Card) => sourceId.startsWith('cnon:')

const isRepeatable = (reply: Reply) => !reply.data && classOf(reply.status, reply.errors) === 'retry'

function authorizationOf({ status, data, errors }: Reply, charge: Charge, locationId: string): Authorization {
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

/** The status of a payment; `unknown` unless amount, currency, location and order are the ones the shop asked for. */
function statusOf(payment: api.Payment, { cents, orderId }: Charge, locationId: string): PaymentStatus {
  if (STATUSES[payment.status ?? ''] === 'gone') return 'gone'
  const matchesCharge =
    [payment.amount_money, payment.approved_money].every(
      (money) => money?.amount === cents && money.currency === CURRENCY,
    ) &&
    payment.location_id === locationId &&
    payment.reference_id === orderId
  if (!matchesCharge) return 'unknown'
  return STATUSES[payment.status ?? ''] ?? 'unknown'
}

const heldPayment = (payment: api.Payment): HeldPayment => ({
  id: payment.id ?? '',
  cardBrand:
    payment.card_details?.card?.card_brand ??
    payment.wallet_details?.brand ??
    payment.buy_now_pay_later_details?.brand ??
    null,
  cardLast4: payment.card_details?.card?.last_4 ?? null,
})

function cancellationOf(reply: Reply, isCancelled: boolean): Cancellation {
  if (isCancelled) return 'cancelled'
  const kind = reply.data ? 'unknown' : classOf(reply.status, reply.errors)
  return kind === 'unknown' || kind === 'retry' ? 'unknown' : 'refused'
}

function unsuitableLocation(location: api.Location | undefined) {
  if (location?.status !== 'ACTIVE') return 'The Square location is not active.'
  if (location.currency !== CURRENCY || location.country !== 'US')
    return 'The Square location is not one in US dollars.'
  if (!location.capabilities?.includes('CREDIT_CARD_PROCESSING')) return 'The Square location cannot take cards.'
  return null
}
