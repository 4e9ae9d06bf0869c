import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NewRefund, Refund, Refundable } from '#contract/admin/orders.ts'
import { Order, OrderKey } from '#contract/orders.ts'
import { CardPayment, PaymentReport, PaymentResult, PaymentSetup } from '#contract/payments.ts'
import { callerOf } from '../accounts/auth.ts'
import { openOwnRobotCheck } from '../accounts/robot-check.ts'
import { type Caller, requireReachable } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { asShownTo, orderById } from '../orders/orders.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import type { PaymentContext } from './payment-context.ts'
import { confirmPayment, hasPaidByCard, intendedOrder, payOrder, resultOf } from './payments.ts'
import { refundableOf, refundOrder } from './refunds.ts'

/** Payments by card, the browser's payment reports, refunds and free orders. */
export const paymentRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db, gateway } = context
  const limits = openRateLimits(context)
  const robots = openOwnRobotCheck(context)
  const paymentContextOf = (request: FastifyRequest): PaymentContext => ({
    db,
    gateway,
    log: request.log,
    actor: `request ${request.id}`,
  })
  const paymentRequestOf = (request: FastifyRequest, orderId: string, price: number) => {
    const caller = callerOf(request)
    const { id: account } = caller
    requireReachable(caller, orderId)
    const admit = (tx: Db, isFree: boolean) =>
      isFree
        ? limits.count(request, 'freeOrder', { account }, tx)
        : limits.count(request, 'payment', { order: orderId, account }, tx)
    return { orderId, userId: account, price, admit }
  }

  /** A network is not counted for buyers who pay. */
  const uncountBuyer = async (request: FastifyRequest, { isGuest }: Caller) => {
    await limits.uncountNetwork(request, 'payment')
    if (isGuest) await limits.uncountNetwork(request, 'guest')
  }

  app.get('/payments/setup', { schema: { response: { 200: PaymentSetup } } }, async () => gateway.setup)

  app.post(
    '/orders/processSquare',
    { schema: { body: CardPayment, response: { 200: PaymentResult, 202: PaymentResult } } },
    async (request, reply) => {
      const caller = callerOf(request)
      const { price, sourceId, robotCheck } = request.body
      const orderId = request.body.orderId ?? caller.session?.onlyOrderId ?? (await intendedOrder(db, caller, price))
      const requested = paymentRequestOf(request, orderId, price)
      let isCardCounted = false
      const admit = async (tx: Db, isFree: boolean) => {
        await requested.admit(tx, isFree)
        isCardCounted = !isFree
      }
      const pay = () => payOrder(paymentContextOf(request), { ...requested, admit }, sourceId)
      const attempt = await ((await hasPaidByCard(context, caller.id))
        ? pay()
        : robots.withRobotCheckWhenAsked(request, 'uncheckedPayment', { account: caller.id }, robotCheck, pay))
      if (isCardCounted) await uncountBuyer(request, caller)
      return reply.code(attempt.state === 'captured' ? 200 : 202).send(resultOf(attempt))
    },
  )

  app.put(
    '/orders/:id/pay',
    { schema: { params: OrderKey, body: PaymentReport, response: { 200: Order, 202: Order } } },
    async (request, reply) => {
      const { id } = request.params
      requireReachable(callerOf(request), id)
      const order = await confirmPayment(paymentContextOf(request), id, callerOf(request).id, request.body)
      return reply.code(order.isPaid ? 200 : 202).send(await asShownTo(db, order, callerOf(request)))
    },
  )

  app.get('/orders/:id/refundable', { schema: { params: OrderKey, response: { 200: Refundable } } }, ({ params }) =>
    refundableOf(db, params.id),
  )

  app.post(
    '/orders/:id/refund',
    { schema: { params: OrderKey, body: NewRefund, response: { 200: Refund } } },
    async (request) => {
      const { amount, ...parts } = request.body
      const wanted = { orderId: request.params.id, cents: amount, ...parts, requestedBy: callerOf(request).id }
      const { id, cents, state } = await refundOrder(paymentContextOf(request), wanted)
      return { id, amount: cents, state }
    },
  )

  app.post('/orders/:id/complete', { schema: { params: OrderKey, response: { 200: Order } } }, async (request) => {
    const { id } = request.params
    await payOrder(paymentContextOf(request), paymentRequestOf(request, id, 0), '')
    return asShownTo(db, await orderById(db, id), callerOf(request))
  })
}
