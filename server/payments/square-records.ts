// Reads Square's records of payments, refunds and disputes, one by one or page by page.
import type { Dispute, ListedPayment, ListedRefund, PaymentStatus } from './gateway.ts'
import type { components } from './square-api.d.ts'
import { callSquare, type SquareClient } from './square-client.ts'
import type { SquareError } from './square-errors.ts'

type Schemas = components['schemas']

const listWindow = (from: Date, until: Date, { locationId }: SquareClient) => ({
  begin_time: from.toISOString(),
  end_time: until.toISOString(),
  sort_order: 'ASC',
  location_id: locationId,
  limit: 100,
})

/** All payments created in that time, oldest first; undefined when a page could not be read. */
export function list(client: SquareClient, from: Date, until: Date) {
  const window = listWindow(from, until, client)
  return allPages(client, async (cursor, signal) => {
    const reply = await client.http.GET('/v2/payments', { params: { query: { ...window, ...cursor } }, signal })
    return { ...reply, rows: reply.data?.payments?.map(listedPayment) }
  })
}

/** All refunds created in that time, oldest first; undefined when a page could not be read. */
export function listRefunds(client: SquareClient, from: Date, until: Date) {
  const window = listWindow(from, until, client)
  return allPages(client, async (cursor, signal) => {
    const reply = await client.http.GET('/v2/refunds', { params: { query: { ...window, ...cursor } }, signal })
    return { ...reply, rows: reply.data?.refunds?.map(listedRefund) }
  })
}

/** All disputes of the location; undefined when a page could not be read. */
export function listDisputes(client: SquareClient) {
  return allPages(client, async (cursor, signal) => {
    const query = { location_id: client.locationId, ...cursor }
    const reply = await client.http.GET('/v2/disputes', { params: { query }, signal })
    return { ...reply, rows: reply.data?.disputes?.map(listedDispute) }
  })
}

type Page<_Row> = { data?: { cursor?: string; errors?: SquareError[] }; error?: unknown; response: Response }
type FetchPage<Row> = (
  cursor: { cursor?: string },
  signal: AbortSignal,
) => Promise<Page<Row> & { rows: Row[] | undefined }>

/** The rows of all pages; undefined when a page could not be read. */
async function allPages<Row>(client: SquareClient, fetchPage: FetchPage<Row>): Promise<Row[] | undefined> {
  const all: Row[] = []
  for (let cursor: string | undefined; ; ) {
    let rows: Row[] | undefined
    const { data } = await callSquare(client, client.deadlines.page, async (signal) => {
      const page = await fetchPage(cursor ? { cursor } : {}, signal)
      rows = page.rows
      return page
    })
    if (!data) return undefined
    all.push(...(rows ?? []))
    cursor = data.cursor
    if (!cursor) return all
  }
}

/** The payment with that id; undefined without an answer. */
export async function payment(client: SquareClient, paymentId: string) {
  const { http, deadlines } = client
  const { data } = await callSquare(client, deadlines.find, (signal) =>
    http.GET('/v2/payments/{payment_id}', { params: pathParams(paymentId), signal }),
  )
  return data?.payment?.id === paymentId ? listedPayment(data.payment) : undefined
}

/** The refund with that id; undefined without an answer. */
export async function recordedRefund(client: SquareClient, refundId: string) {
  const { http, deadlines } = client
  const params = { path: { refund_id: refundId } }
  const { data } = await callSquare(client, deadlines.find, (signal) =>
    http.GET('/v2/refunds/{refund_id}', { params, signal }),
  )
  return data?.refund?.id === refundId ? listedRefund(data.refund) : undefined
}

/** Path parameters of the calls about one payment. */
export const pathParams = (paymentId: string) => ({ path: { payment_id: paymentId } })

const listedPayment = (payment: Schemas['Payment']): ListedPayment => ({
  id: payment.id ?? '',
  status: STATUSES[payment.status ?? ''] ?? 'unknown',
  cents: payment.amount_money?.amount ?? 0,
  refundedCents: payment.refunded_money?.amount ?? 0,
  feeCents: sumOfFees(payment.processing_fee),
  refundIds: payment.refund_ids ?? [],
  orderId: payment.reference_id ?? null,
  note: payment.note ?? null,
  updatedAt: new Date(payment.updated_at ?? payment.created_at ?? 0),
})

const listedRefund = (refund: Schemas['PaymentRefund']): ListedRefund => ({
  id: refund.id,
  paymentId: refund.payment_id ?? '',
  cents: refund.amount_money.amount ?? 0,
  feeCents: sumOfFees(refund.processing_fee),
  state: REFUND_STATES[refund.status ?? ''] ?? 'unknown',
  createdAt: new Date(refund.created_at ?? Date.now()),
})

/** The sum of fees and of their adjustments, which may be negative; null without any. */
const sumOfFees = (fees: Schemas['ProcessingFee'][] | null | undefined) =>
  fees?.length ? fees.reduce((sum, { amount_money }) => sum + (amount_money?.amount ?? 0), 0) : null

const REFUND_STATES: Record<string, ListedRefund['state']> = {
  PENDING: 'pending',
  COMPLETED: 'completed',
  REJECTED: 'failed',
  FAILED: 'failed',
}

const listedDispute = (dispute: Schemas['Dispute']): Dispute => ({
  id: dispute.id ?? '',
  paymentId: dispute.disputed_payment?.payment_id ?? '',
  cents: dispute.amount_money?.amount ?? 0,
  reason: dispute.reason ?? null,
  standing: DISPUTE_ENDS[dispute.state ?? ''] ?? 'open',
  dueAt: dispute.due_at ?? null,
})

const DISPUTE_ENDS: Record<string, Dispute['standing']> = {
  WON: 'won',
  INQUIRY_CLOSED: 'won',
  LOST: 'lost',
  ACCEPTED: 'lost',
}

/** The status of a payment by Square's name for it. */
export const STATUSES: Record<string, PaymentStatus> = {
  APPROVED: 'approved',
  COMPLETED: 'completed',
  CANCELED: 'gone',
  FAILED: 'gone',
}
