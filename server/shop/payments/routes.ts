import type { FastifyRequest } from 'fastify'
import { paymentCalls } from '#contract/calls/payments.ts'
import type { Db } from '#server/platform/db/client.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { openOwnRobotCheck } from '#server/shop/accounts/robot-check.ts'
import { type Caller, requireReachable } from '#server/shop/accounts/sessions.ts'
import { asShownTo, orderById } from '#server/shop/orders/orders.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import type { PaymentContext } from './payment-context.ts'
import { confirmPayment, hasPaidByCard, intendedOrder, payOrder, resultOf } from './payments.ts'
import { refundableOf, refundOrder } from './refunds.ts'

/** Payments by card, the browser's payment reports, refunds and free orders. */
export const paymentRoutes: ApiRoutes = async (app, { context }) => {
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
        ? limits.count(request, POLICIES.freeOrder, { account }, tx)
        : limits.count(request, POLICIES.payment, { order: orderId, account }, tx)
    return { orderId, userId: account, price, admit }
  }

  /** A network is not counted for buyers who pay. */
  const uncountBuyer = async (request: FastifyRequest, { isGuest }: Caller) => {
    await limits.uncountNetwork(request, POLICIES.payment)
    if (!isGuest) return
    for (const policy of [POLICIES.guest, POLICIES.uncheckedGuest]) await limits.uncountNetwork(request, policy)
  }
  const route = routesOf(app, paymentCalls)

  route('GET /api/payments/setup', async () => gateway.setup)

  route('POST /api/orders/processSquare', async (request, reply) => {
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
      : robots.withRobotCheckWhenAsked(request, POLICIES.uncheckedPayment, { account: caller.id }, robotCheck, pay))
    if (isCardCounted) await uncountBuyer(request, caller)
    return reply.code(attempt.state === 'captured' ? 200 : 202).send(resultOf(attempt))
  })

  route('PUT /api/orders/:id/pay', async (request, reply) => {
    const { id } = request.params
    requireReachable(callerOf(request), id)
    const order = await confirmPayment(paymentContextOf(request), id, callerOf(request).id, request.body)
    return reply.code(order.isPaid ? 200 : 202).send(await asShownTo(db, order, callerOf(request)))
  })

  route('GET /api/orders/:id/refundable', ({ params }) => refundableOf(db, params.id))

  route('POST /api/orders/:id/refund', async (request) => {
    const { amount, ...parts } = request.body
    const wanted = { orderId: request.params.id, cents: amount, ...parts, requestedBy: callerOf(request).id }
    const { id, cents, state } = await refundOrder(paymentContextOf(request), wanted)
    return { id, amount: cents, state }
  })

  route('POST /api/orders/:id/complete', async (request) => {
    const { id } = request.params
    await payOrder(paymentContextOf(request), paymentRequestOf(request, id, 0), '')
    return asShownTo(db, await orderById(db, id), callerOf(request))
  })
}
