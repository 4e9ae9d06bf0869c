// Reads Square's records of payments, refunds and disputes, one by one or page by page.
import type { Dispute, ListedPayment, ListedRefund, PaymentStatus } from './gateway.ts'
import type * as api from './square-api.ts'
import { callSquare, type SquareClient } from './square-client.ts'
import type { Call } from './square-http.ts'

/** The query for what the location has of that time, oldest first, a hundred at a time. */
export const listWindow = (from: Date, until: Date, { locationId }: SquareClient) => ({
  begin_time: from.toISOString(),
  end_time: until.toISOString(),
  sort_order: 'ASC',
  location_id: locationId,
  limit: 100,
})

/** All payments created in that time, oldest first; undefined when a page could not be read. */
export const list = (client: SquareClient, from: Date, until: Date) =>
  allPages(client, '/v2/payments', listWindow(from, until, client), ({ payments }) => payments?.map(listedPayment))

/** All refunds created in that time, oldest first; undefined when a page could not be read. */
export const listRefunds = (client: SquareClient, from: Date, until: Date) =>
  allPages(client, '/v2/refunds', listWindow(from, until, client), ({ refunds }) => refunds?.map(listedRefund))

/** All disputes of the location; undefined when a page could not be read. */
export const listDisputes = (client: SquareClient) =>
  allPages(client, '/v2/disputes', { location_id: client.locationId }, ({ disputes }) => disputes?.map(listedDispute))

type RowsOf<Row> = (body: api.AnswerBody) => Row[] | undefined

/** The rows of all pages; undefined when a page could not be read. */
async function allPages<Row>(...list: [client: SquareClient, path: string, query: Call['query'], rowsOf: RowsOf<Row>]) {
  const records = await everyPage(...list)
  return 'rows' in records ? records.rows : undefined
}

/** The rows of all pages, or the HTTP status with which a page was refused; 0 without an answer. */
export async function everyPage<Row>(
  client: SquareClient,
  path: string,
  query: Call['query'],
  rowsOf: RowsOf<Row>,
): Promise<{ rows: Row[] } | { status: number }> {
  const all: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await onePage(client, path, { ...query, cursor }, rowsOf)
    if (!('rows' in page)) return page
    all.push(...page.rows)
    cursor = page.next
    if (!cursor) return { rows: all }
  }
}

/** The rows of one page and the cursor of the next one, or the HTTP status with which it was refused. */
export async function onePage<Row>(
  client: SquareClient,
  path: string,
  query: Call['query'],
  rowsOf: RowsOf<Row>,
): Promise<{ rows: Row[]; next: string | undefined } | { status: number }> {
  const { data, status } = await callSquare(client, client.deadlines.page, { method: 'GET', path, query })
  return data ? { rows: rowsOf(data) ?? [], next: data.cursor } : { status }
}

/** The payment with that id; undefined without an answer. */
export async function payment(client: SquareClient, paymentId: string) {
  const { data } = await callSquare(client, client.deadlines.find, { method: 'GET', path: paymentPath(paymentId) })
  return data?.payment?.id === paymentId ? listedPayment(data.payment) : undefined
}

/** Whether Square says that it has no payment with that id. */
export async function isMissing(client: SquareClient, paymentId: string): Promise<boolean> {
  const call = { method: 'GET', path: paymentPath(paymentId) } as const
  const { status, errors } = await callSquare(client, client.deadlines.find, call)
  return status === 404 && errors.some(({ code }) => code === 'NOT_FOUND')
}

/** The refund with that id; undefined without an answer. */
export async function recordedRefund(client: SquareClient, refundId: string) {
  const { data } = await callSquare(client, client.deadlines.find, { method: 'GET', path: refundPath(refundId) })
  return data?.refund?.id === refundId ? listedRefund(data.refund) : undefined
}

export const paymentPath = (paymentId: string) => `/v2/payments/${encodeURIComponent(paymentId)}`

export const refundPath = (refundId: string) => `/v2/refunds/${encodeURIComponent(refundId)}`

const listedPayment = (payment: api.Payment): ListedPayment => ({
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

const listedRefund = (refund: api.Refund): ListedRefund => ({
  id: refund.id,
  paymentId: refund.payment_id ?? '',
  cents: refund.amount_money.amount ?? 0,
  feeCents: sumOfFees(refund.processing_fee),
  state: REFUND_STATES[refund.status ?? ''] ?? 'unknown',
  createdAt: new Date(refund.created_at ?? Date.now()),
})

/** The sum of fees and of their adjustments, which may be negative; null without any. */
const sumOfFees = (fees: api.ProcessingFee[] | null | undefined) =>
  fees?.length ? fees.reduce((sum, { amount_money }) => sum + (amount_money?.amount ?? 0), 0) : null

const REFUND_STATES: Record<string, ListedRefund['state']> = {
  PENDING: 'pending',
  COMPLETED: 'completed',
  REJECTED: 'failed',
  FAILED: 'failed',
}

const listedDispute = (dispute: api.Dispute): Dispute => ({
  id: dispute.id ?? '',
  paymentId: dispute.disputed_payment?.payment_id ?? '',
  cents: dispute.amount_money?.amount ?? 0,
  reason: dispute.reason ?? null,
  state: DISPUTE_STATES[dispute.state ?? ''] ?? 'open',
  dueAt: dispute.due_at ? new Date(dispute.due_at) : null,
  createdAt: new Date(dispute.created_at ?? Date.now()),
  updatedAt: new Date(dispute.updated_at ?? Date.now()),
})

const DISPUTE_STATES: Record<string, Dispute['state']> = {
  INQUIRY_EVIDENCE_REQUIRED: 'inquiry',
  INQUIRY_PROCESSING: 'inquiry_answered',
  INQUIRY_CLOSED: 'withdrawn',
  EVIDENCE_REQUIRED: 'open',
  PROCESSING: 'answered',
  WON: 'won',
  LOST: 'lost',
  ACCEPTED: 'accepted',
}

/** The status of a payment by Square's name for it. */
export const STATUSES: Record<string, PaymentStatus> = {
  APPROVED: 'approved',
  COMPLETED: 'completed',
  CANCELED: 'gone',
  FAILED: 'gone',
}
