import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  Dispatch,
  ManualPayment,
  ManualQuote,
  ManualQuoteQuery,
  NewAddress,
  NewDelay,
  NewManualOrder,
  NewNote,
  OrderFilter,
  OrderLink,
  OrderPage,
  OrderQuery,
  OrdersShipped,
  OrdersToShip,
  PackingQuery,
  Parcels,
  Timeline,
} from '#contract/admin/orders.ts'
import { PostageCheck, PostageQuery } from '#contract/admin/postage.ts'
import { TRACKING_FILE_MAX, TrackingFile, TrackingReport } from '#contract/admin/tracking.ts'
import { dayOf } from '#contract/dates.ts'
import { DeclinedCancelRequest, Order, OrderKey } from '#contract/orders.ts'
import { Done } from '#contract/users.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { sendInChunks } from '../lib/streams.ts'
import { eraseGuest } from '../personal-data/delete-person.ts'
import { shopSettings } from '../settings/settings.ts'
import { ORDERS } from '../texts/orders.ts'
import { ordersCsv, ordersPage } from './admin-orders.ts'
import { declineCancellation } from './cancel-order.ts'
import { changeAddress } from './change-address.ts'
import { announceDelay } from './delays.ts'
import { deleteOrder, restoreOrder } from './delete-order.ts'
import { addOrder, manualQuote } from './manual-orders.ts'
import { linkOfOrder } from './order-links.ts'
import { addNote } from './order-notes.ts'
import { parcelsOf } from './packing.ts'
import { checkPostage, postageCsv } from './postage-file.ts'
import { markAllShipped, markPaid, markShipped, withoutRefundsDue } from './shipping.ts'
import { timelineOf } from './timeline.ts'
import { applyTrackingFile } from './tracking-file.ts'

/** In JSON a character of a file may take six bytes. */
const TRACKING_BODY_LIMIT = 6 * TRACKING_FILE_MAX

const CSV = { content: { 'text/csv': { schema: z.string() } } }

/** Adds, lists, ships, packs, exports, deletes and restores orders. Refunds are in payments/routes.ts. */
export const adminOrderRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (
  app,
  { context: { db, shopUrl } },
) => {
  app.get('/', { schema: { querystring: OrderQuery, response: { 200: OrderPage } } }, ({ query }) =>
    ordersPage(db, query),
  )

  app.get('/export', { schema: { querystring: OrderFilter, response: { 200: CSV } } }, async ({ query }, reply) => {
    const today = dayOf(new Date(), (await shopSettings(db)).timeZone)
    reply.header('content-disposition', `attachment; filename="orders-${today}.csv"`)
    return sendInChunks(reply.type('text/csv; charset=utf-8'), ordersCsv(db, query))
  })

  app.post('/manual', { schema: { body: NewManualOrder, response: { 201: Order } } }, async (request, reply) =>
    reply.code(201).send(await addOrder(db, request.body, actorOf(request))),
  )

  app.post('/manual/quote', { schema: { body: ManualQuoteQuery, response: { 200: ManualQuote } } }, ({ body }) =>
    manualQuote(db, body),
  )

  app.get('/:id/link', { schema: { params: OrderKey, response: { 200: OrderLink } } }, async ({ params }) => ({
    url: `${shopUrl}${await linkOfOrder(db, params.id)}`,
  }))

  app.get('/packing', { schema: { querystring: PackingQuery, response: { 200: Parcels } } }, ({ query }) =>
    parcelsOf(db, query.ids),
  )

  app.get('/postage', { schema: { querystring: PostageQuery, response: { 200: CSV } } }, async ({ query }, reply) => {
    const today = dayOf(new Date(), (await shopSettings(db)).timeZone)
    reply.header('content-disposition', `attachment; filename="postage-${today}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(await postageCsv(db, query.ids))
  })

  app.get('/postage/check', { schema: { querystring: PostageQuery, response: { 200: PostageCheck } } }, ({ query }) =>
    checkPostage(db, query.ids),
  )

  app.put('/shipped', { schema: { body: OrdersToShip, response: { 200: OrdersShipped } } }, async ({ body }) => ({
    shipped: await markAllShipped(
      db,
      (await withoutRefundsDue(db, body.ids)).map((id) => ({ id })),
    ),
  }))

  const tracking = { body: TrackingFile, response: { 200: TrackingReport } }
  app.post('/tracking', { bodyLimit: TRACKING_BODY_LIMIT, schema: tracking }, ({ body }) =>
    applyTrackingFile(db, body.file, body.dryRun),
  )

  const shipped = { params: OrderKey, response: { 200: Order } }
  app.put('/:id/shipped', { schema: { ...shipped, body: Dispatch.nullish() } }, (request) =>
    markShipped(db, request.params.id, { ...(request.body ?? ManualPayment.parse({})), ...actorOf(request) }),
  )

  // The shop's pages use PUT; GET is part of the published API. Both are idempotent.
  app.get('/:id/shipped', { exposeHeadRoute: false, schema: { ...shipped, querystring: ManualPayment } }, (request) =>
    markShipped(db, request.params.id, { ...request.query, ...actorOf(request) }),
  )

  app.get('/:id/timeline', { schema: { params: OrderKey, response: { 200: Timeline } } }, ({ params }) =>
    timelineOf(db, params.id),
  )

  app.put('/:id/paid', { schema: { ...shipped, body: ManualPayment } }, (request) =>
    markPaid(db, request.params.id, { ...request.body, ...actorOf(request) }),
  )

  app.put('/:id/address', { schema: { ...shipped, body: NewAddress } }, (request) =>
    changeAddress(db, request.params.id, { ...request.body, by: callerOf(request).id }),
  )

  const declined = { params: OrderKey, body: DeclinedCancelRequest, response: { 200: Order } }
  app.put('/:id/cancel-request', { schema: declined }, (request) =>
    declineCancellation(db, request.params.id, { by: callerOf(request).id, ...request.body }),
  )

  const noted = { params: OrderKey, body: NewNote, response: { 201: Timeline } }
  app.post('/:id/notes', { schema: noted }, async (request, reply) => {
    await addNote(db, request.params.id, { userId: callerOf(request).id, text: request.body.text })
    return reply.code(201).send(await timelineOf(db, request.params.id))
  })

  const delayed = { params: OrderKey, body: NewDelay, response: { 201: Order } }
  app.post('/:id/delays', { schema: delayed }, async (request, reply) =>
    reply.code(201).send(await announceDelay(db, request.params.id, request.body, callerOf(request).id)),
  )

  app.delete('/:id', { schema: { params: OrderKey, response: { 200: Done } } }, async ({ params }) => {
    await deleteOrder(db, params.id)
    return { message: ORDERS.deleted }
  })

  app.delete('/:id/guest', { schema: { params: OrderKey, response: { 200: Done } } }, async (request) => {
    await eraseGuest(db, request.params.id)
    return { message: ORDERS.guestErased }
  })

  app.put('/:id/restored', { schema: { params: OrderKey, response: { 200: Order } } }, ({ params }) =>
    restoreOrder(db, params.id),
  )
}

const actorOf = (request: FastifyRequest) => ({ by: callerOf(request).id, actor: `request ${request.id}` })
