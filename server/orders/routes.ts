import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { MY_ORDERS_PAGE_SIZE } from '#contract/defaults.ts'
import { AnsweredDelay, LinkedDelayAnswer, NewDelayAnswer } from '#contract/delays.ts'
import { MyOrdersQuery, NewCancelRequest, NewOrder, Order, OrderKey, Orders, VerifyOrder } from '#contract/orders.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { sendInChunks } from '../lib/streams.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { cancelUnpaidOrder, requestCancellation } from './cancel-order.ts'
import { answerDelay, answerDelayByLink } from './delays.ts'
import { asShownTo, orderFor, ordersOf } from './orders.ts'
import { verifyOrder } from './verify-order.ts'

/** Places, shows, verifies and cancels orders. Payments are in payments/routes.ts, routes for admins in admin-routes.ts. */
export const orderRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const limits = openRateLimits(context)

  app.post('/', { schema: { body: NewOrder, response: { 201: Order } } }, async (request, reply) => {
    const { id: account } = callerOf(request)
    const order = await app.placing.oneByOne(account, () => app.placing.place(request, account, request.body))
    return reply.code(201).send(order)
  })

  app.get('/myorders', {
    schema: {
      description: `${MY_ORDERS_PAGE_SIZE} on a page; a page past the last one is empty.`,
      querystring: MyOrdersQuery,
      response: { 200: Orders },
    },
    handler: async (request, reply) => {
      const chunks = await jsonChunks(await ordersOf(db, callerOf(request).id, request.query.page))
      const length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
      reply.type('application/json; charset=utf-8').header('content-length', length)
      return sendInChunks(reply, chunks)
    },
  })

  app.get('/:id', { schema: { params: OrderKey, response: { 200: Order } } }, (request) =>
    orderFor(db, request.params.id, callerOf(request)),
  )

  app.put('/:id/canceled', { schema: { params: OrderKey, response: { 200: Order } } }, (request) =>
    cancelUnpaidOrder(db, request.params.id, callerOf(request).id),
  )

  const asked = { params: OrderKey, body: NewCancelRequest, response: { 201: Order } }
  app.post('/:id/cancel-request', { schema: asked }, async (request, reply) => {
    const { params, body } = request
    const order = await requestCancellation(db, params.id, callerOf(request), body.reason)
    return reply.code(201).send(order)
  })

  const answered = { params: OrderKey, body: NewDelayAnswer, response: { 200: Order } }
  app.put('/:id/delay', { schema: answered }, async (request) => {
    const caller = callerOf(request)
    return asShownTo(db, await answerDelay(db, request.params.id, request.body.answer, caller), caller)
  })

  app.post('/delays/answered', {
    schema: { body: LinkedDelayAnswer, response: { 200: AnsweredDelay } },
    handler: (request) => limits.within(request, 'requestLink', {}, () => answerDelayByLink(db, request.body)),
  })

  app.post('/verify/logs', { schema: { body: VerifyOrder, response: { 200: Order } } }, async (request) => {
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
