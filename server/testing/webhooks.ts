import { createHmac, randomUUID } from 'node:crypto'

export const SECRET = { signatureKey: 'a key of the test', url: 'https://shop.test/api/webhooks/square' }

export const signatureOf = (body: string) =>
  createHmac('sha256', SECRET.signatureKey)
    .update(SECRET.url + body)
    .digest('base64')

type About = { paymentId: string; orderId?: string; refundId?: string }

/** A webhook in Square's format: a payment was created or has this status, or a refund changed. */
export function eventOf(kind: 'created' | 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'refund', about: About) {
  const { paymentId: id, orderId, refundId } = about
  const isRefund = kind === 'refund'
  const status = kind === 'created' ? 'APPROVED' : kind
  const object = isRefund
    ? { refund: { id: refundId, status: 'PENDING', payment_id: id } }
    : { payment: { id, status, ...(orderId ? { reference_id: orderId } : {}) } }
  return JSON.stringify({
    merchant_id: 'MTESTMERCHANT',
    type: isRefund ? 'refund.created' : kind === 'created' ? 'payment.created' : 'payment.updated',
    event_id: randomUUID(),
    created_at: '2026-11-20T18:00:00.500Z',
    data: { type: isRefund ? 'refund' : 'payment', id: isRefund ? refundId : id, object },
  })
}
