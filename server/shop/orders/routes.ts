import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { orderCalls } from '#contract/calls/orders.ts'
import { type Order, Orders } from '#contract/orders.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { sendInChunks } from '#server/platform/lib/streams.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { POLICIES } from '#server/shop/rate-limits/policies.ts'
import { cancelUnpaidOrder, requestCancellation } from './cancel-order.ts'
import { answerDelay, answerDelayByLink } from './delays.ts'
import { asShownTo, orderFor, ordersOf } from './orders.ts'
import { newOrderSchema } from './placing-hooks.ts'
import { verifyOrder } from './verify-order.ts'

const PLACE = 'POST /api/orders'

/** Places, shows, verifies and cancels orders. Payments are in payments/routes.ts, routes for admins in fulfillment/admin-routes.ts. */
export const orderRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)
  const route = routesOf(app, { ...orderCalls, [PLACE]: { ...orderCalls[PLACE], body: newOrderSchema() } })

  route(PLACE, async (request) => {
    const { id: account } = callerOf(request)
    const order = await app.placing.oneByOne(account, () => app.placing.place(request, account, request.body))
    return order
  })

  route('GET /api/orders/myorders', async (request, reply) => {
    const chunks = await jsonChunks(await ordersOf(db, callerOf(request).id, request.query.page))
    const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
    reply.type('application/json; charset=utf-8').header('content-length', length)
    return sendInChunks(reply, chunks)
  })

  route('GET /api/orders/:id', (request) => orderFor(db, request.params.id, callerOf(request)))

  route('PUT /api/orders/:id/canceled', (request) => cancelUnpaidOrder(db, request.params.id, callerOf(request).id))

  route('POST /api/orders/:id/cancel-request', async (request) => {
    const { params, body } = request
    const order = await requestCancellation(db, params.id, callerOf(request), body.reason)
    return order
  })

  route('PUT /api/orders/:id/delay', async (request) => {
    const caller = callerOf(request)
    return asShownTo(db, await answerDelay(db, request.params.id, request.body.answer, caller), caller)
  })

  route('POST /api/orders/delays/answered', (request) =>
    limits.within(request, POLICIES.delayLink, {}, () => answerDelayByLink(db, request.body)),
  )

  route('POST /api/orders/verify/logs', async (request) => {
    const { order } = request.body
    const caller = callerOf(request)
    const verified = await verifyOrder(db, typeof order === 'string' ? order : order._id, caller)
    return asShownTo(db, verified, caller)
  })
}

/** Orders per chunk; two large ones take half a millisecond to serialize. */
const CHUNK = 2

/** The orders as chunks of JSON. Other requests run between two chunks. */
async function jsonChunks(found: Order[]): Promise<Buffer[]> {
  const chunks = [Buffer.from('[')]
  for (let start = 0; start < found.length; start += CHUNK) {
    if (start > 0) await setImmediate()
    const text = JSON.stringify(z.encode(Orders, found.slice(start, start + CHUNK))).slice(1, -1)
    chunks.push(Buffer.from(start > 0 ? `,${text}` : text))
  }
  return [...chunks, Buffer.from(']')]
}
