import { NewRefund, Refund, Refundable } from '#contract/admin/orders.ts'
import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { Order, OrderKey } from '#contract/orders.ts'
import { CardPayment, PaymentReport, PaymentResult, PaymentSetup } from '#contract/payments.ts'

export const paymentCalls = defineCallsOf('orders', {
  'POST /api/orders/processSquare': {
    access: 'buyer or link',
    part: 'money',
    id: 'payOrder',
    summary: 'Pay for an order by card',
    body: CardPayment,
    answer: PaymentResult,
    otherAnswers: { 202: PaymentResult },
  },
  'PUT /api/orders/:id/pay': {
    access: 'buyer or link',
    part: 'money',
    id: 'confirmPayment',
    summary: 'Report a payment, which is checked with Square',
    params: OrderKey,
    body: PaymentReport,
    answer: Order,
    otherAnswers: { 202: Order },
  },
  'POST /api/orders/:id/complete': {
    access: 'buyer or link',
    part: 'money',
    id: 'completeFreeOrder',
    summary: 'Complete an order with a total of zero',
    params: OrderKey,
    answer: Order,
  },
  'GET /api/orders/:id/refundable': {
    access: 'admin',
    id: 'getRefundable',
    summary: 'Get what can still be refunded and restocked of an order',
    params: OrderKey,
    answer: Refundable,
  },
  'POST /api/orders/:id/refund': {
    access: 'recent admin',
    id: 'refundOrder',
    summary: 'Refund an order in whole or in part',
    params: OrderKey,
    body: NewRefund,
    answer: Refund,
  },
  'GET /api/payments/setup': {
    access: 'anyone',
    id: 'getPaymentSetup',
    summary: 'Get what a browser needs to show the card form',
    answer: PaymentSetup,
  },
  // Authenticated by its signature.
  'POST /api/webhooks/square': { access: 'anyone' },
})
