// What Square has on record: payments, refunds and disputes, one by one or page by page.
import type { Dispute, ListedPayment, ListedRefund, PaymentStatus } from './gateway.ts'
import type { components } from './square-api.d.ts'
import { ask, type Line } from './square-client.ts'
import type { SquareError } from './square-errors.ts'

type Schemas = components['schemas']

const listedIn = (from: Date, until: Date, { locationId }: Line) => ({
  begin_time: from.toISOString(),
  end_time: until.toISOString(),
  sort_order: 'ASC',
  location_id: locationId,
  limit: 100,
})

/** All payments made in that time, the oldest first; undefined when not every page could be read. */
export function list(line: Line, from: Date, until: Date) {
  const window = listedIn(from, until, line)
  return allPages(line, async (cursor, signal) => {
    const reply = await line.client.GET('/v2/payments', { params: { query: { ...window, ...cursor } }, signal })
    return { ...reply, rows: reply.data?.payments?.map(listedPayment) }
  })
}

/** All refunds made in that time, as `list`. */
export function listRefunds(line: Line, from: Date, until: Date) {
  const window = listedIn(from, until, line)
  return allPages(line, async (cursor, signal) => {
    const reply = await line.client.GET('/v2/refunds', { params: { query: { ...window, ...cursor } }, signal })
    return { ...reply, rows: reply.data?.refunds?.map(listedRefund) }
  })
}

/** All disputes of the location, as `list`. */
export function listDisputes(line: Line) {
  return allPages(line, async (cursor, signal) => {
    const query = { location_id: line.locationId, ...cursor }
    const reply = await line.client.GET('/v2/disputes', { params: { query }, signal })
    return { ...reply, rows: reply.data?.disputes?.map(listedDispute) }
  })
}

type Page<_Row> = { data?: { cursor?: string; errors?: SquareError[] }; error?: unknown; response: Response }
type AskForPage<Row> = (
  cursor: { cursor?: string },
  signal: AbortSignal,
) => Promise<Page<Row> & { rows: Row[] | undefined }>

/** The rows of every page; undefined when one of them could not be read. */
async function allPages<Row>(line: Line, askFor: AskForPage<Row>): Promise<Row[] | undefined> {
  const all: Row[] = []
  for (let cursor: string | undefined; ; ) {
    let rows: Row[] | undefined
    const { data } = await ask(line, line.within.page, async (signal) => {
      const page = await askFor(cursor ? { cursor } : {}, signal)
      rows = page.rows
      return page
    })
    if (!data) return undefined
    all.push(...(rows ?? []))
    cursor = data.cursor
    if (!cursor) return all
  }
}

/** One payment; undefined without an answer. */
export async function payment(line: Line, paymentId: string) {
  const { client, within } = line
  const { data } = await ask(line, within.find, (signal) =>
    client.GET('/v2/payments/{payment_id}', { params: pathOf(paymentId), signal }),
  )
  return data?.payment?.id === paymentId ? listedPayment(data.payment) : undefined
}

/** One refund; undefined without an answer. */
export async function recordedRefund(line: Line, refundId: string) {
  const { client, within } = line
  const params = { path: { refund_id: refundId } }
  const { data } = await ask(line, within.find, (signal) => client.GET('/v2/refunds/{refund_id}', { params, signal }))
  return data?.refund?.id === refundId ? listedRefund(data.refund) : undefined
}

export const pathOf = (paymentId: string) => ({ path: { payment_id: paymentId } })

const listedPayment = (payment: Schemas['Payment']): ListedPayment => ({
  id: payment.id ?? '',
  status: STATUSES[payment.status ?? ''] ?? 'unknown',
  cents: payment.amount_money?.amount ?? 0,
  refundedCents: payment.refunded_money?.amount ?? 0,
  refundIds: payment.refund_ids ?? [],
  orderId: payment.reference_id ?? null,
  note: payment.note ?? null,
  updatedAt: new Date(payment.updated_at ?? payment.created_at ?? 0),
})

const listedRefund = (refund: Schemas['PaymentRefund']): ListedRefund => ({
  id: refund.id,
  paymentId: refund.payment_id ?? '',
  cents: refund.amount_money.amount ?? 0,
  state: REFUND_STATES[refund.status ?? ''] ?? 'unknown',
  createdAt: new Date(refund.created_at ?? Date.now()),
})

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

/** Where a payment stands, by Square's word for it. */
export const STATUSES: Record<string, PaymentStatus> = {
  APPROVED: 'approved',
  COMPLETED: 'completed',
  CANCELED: 'gone',
  FAILED: 'gone',
}
