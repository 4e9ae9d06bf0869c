import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Dispatch, ManualPayment } from '#contract/admin/orders.ts'
import { TRACKING_FILE_MAX } from '#contract/admin/tracking.ts'
import { fulfillmentCalls } from '#contract/calls/fulfillment.ts'
import { dayOf } from '#contract/dates.ts'
import type { Order } from '#contract/orders.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { sendInChunks } from '#server/platform/lib/streams.ts'
import { callerOf, hasRight } from '#server/shop/accounts/auth.ts'
import { rightsFor } from '#server/shop/accounts/key-rights.ts'
import { ordersCsv, ordersPage } from '#server/shop/orders/admin-orders.ts'
import { declineCancellation } from '#server/shop/orders/cancel-order.ts'
import { changeAddress } from '#server/shop/orders/change-address.ts'
import { announceDelay } from '#server/shop/orders/delays.ts'
import { deleteOrder, restoreOrder } from '#server/shop/orders/delete-order.ts'
import { linkOfOrder } from '#server/shop/orders/order-links.ts'
import { shownToStaff } from '#server/shop/orders/orders.ts'
import { ORDERS } from '#server/shop/orders/texts.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { addOrder, manualQuote } from './manual-orders.ts'
import { marketDay, undoSale } from './market-sales.ts'
import { addNote } from './order-notes.ts'
import { parcelsOf } from './packing.ts'
import { correctParcel, takeBackParcel } from './parcels.ts'
import { markCollected, takeBackCollected, takeBackReady } from './pickups.ts'
import { checkPostage, postageCsv } from './postage-file.ts'
import { markAllShipped, markPaid, markShipped, withoutRefundsDue } from './shipping.ts'
import { standNow } from './stand.ts'
import { takeBackShipments } from './taking-back.ts'
import { timelineFor } from './timeline.ts'
import { applyTrackingFile } from './tracking-file.ts'

/** In JSON a character of a file may take six bytes. */
const TRACKING_BODY_LIMIT = 6 * TRACKING_FILE_MAX

/** The rights of API keys that record payments. */
const RECORDS_PAYMENTS = rightsFor('POST', { part: 'money' })

/** Adds, lists, ships, packs, exports, deletes and restores orders. Refunds are in payments/routes.ts. */
export const adminOrderRoutes: ApiRoutes = async (app, { context: { db, shopUrl } }) => {
  const route = routesOf(app, fulfillmentCalls)

  route('GET /api/orders', async (request) => {
    const page = await ordersPage(db, request.query)
    return { ...page, orders: page.orders.map((order) => shownToStaff(order, callerOf(request))) }
  })

  route('GET /api/orders/export', async ({ query }, reply) => {
    const today = dayOf(new Date(), (await shopSettings(db)).timeZone)
    reply.header('content-disposition', `attachment; filename="orders-${today}.csv"`)
    return sendInChunks(reply.type('text/csv; charset=utf-8'), ordersCsv(db, query))
  })

  route('POST /api/orders/manual', (request) => addOrder(db, request.body, actorOf(request)))

  route('POST /api/orders/manual/quote', ({ body }) => manualQuote(db, body))

  route('GET /api/orders/manual/today', () => marketDay(db))

  route('GET /api/orders/manual/stand', () => standNow(db))

  route('DELETE /api/orders/:id/sale', async (request) => {
    await undoSale(db, request.params.id, callerOf(request).id)
    return { message: ORDERS.saleUndone }
  })

  route('GET /api/orders/:id/link', async ({ params }) => ({
    url: `${shopUrl}${await linkOfOrder(db, params.id)}`,
  }))

  route('GET /api/orders/packing', ({ query }) => parcelsOf(db, query.ids))

  route('GET /api/orders/postage', async ({ query }, reply) => {
    const today = dayOf(new Date(), (await shopSettings(db)).timeZone)
    reply.header('content-disposition', `attachment; filename="postage-${today}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(await postageCsv(db, query.ids))
  })

  route('GET /api/orders/postage/check', ({ query }) => checkPostage(db, query.ids))

  route('PUT /api/orders/shipped', async ({ body }) =>
    markAllShipped(
      db,
      (await withoutRefundsDue(db, body.ids)).map((id) => ({ id })),
    ),
  )

  route('PUT /api/orders/unshipped', ({ body }) => takeBackShipments(db, body))

  route('POST /api/orders/tracking', ({ body }) => applyTrackingFile(db, body.file, body.dryRun), {
    bodyLimit: TRACKING_BODY_LIMIT,
  })

  /** The order as the caller may see it. */
  const shown = async (request: FastifyRequest, order: Promise<Order>) => shownToStaff(await order, callerOf(request))

  const ship = (request: FastifyRequest, id: string, dispatch: z.output<typeof Dispatch>) => {
    const caller = callerOf(request)
    const takesPayments = caller.isAdmin && hasRight(caller, RECORDS_PAYMENTS)
    return shown(request, markShipped(db, id, { ...dispatch, ...actorOf(request), takesPayments }))
  }

  route('PUT /api/orders/:id/shipped', (request) =>
    ship(request, request.params.id, request.body ?? ManualPayment.parse({})),
  )

  route('PUT /api/orders/:id/parcels/:parcelId', (request) =>
    shown(request, correctParcel(db, request.params.id, request.params.parcelId, request.body)),
  )

  route('DELETE /api/orders/:id/parcels/:parcelId', (request) =>
    shown(request, takeBackParcel(db, request.params.id, request.params.parcelId)),
  )

  route('DELETE /api/orders/:id/ready', (request) => shown(request, takeBackReady(db, request.params.id)))

  route('PUT /api/orders/:id/collected', (request) => shown(request, markCollected(db, request.params.id)))

  route('DELETE /api/orders/:id/collected', (request) => shown(request, takeBackCollected(db, request.params.id)))

  // The shop's pages use PUT; GET is part of the published API. Both are idempotent.
  route('GET /api/orders/:id/shipped', (request) => ship(request, request.params.id, request.query), {
    exposeHeadRoute: false,
  })

  route('GET /api/orders/:id/timeline', (request) => timelineFor(db, request.params.id, callerOf(request)))

  route('PUT /api/orders/:id/paid', (request) =>
    markPaid(db, request.params.id, { ...request.body, ...actorOf(request) }),
  )

  route('PUT /api/orders/:id/address', (request) =>
    changeAddress(db, request.params.id, { ...request.body, by: callerOf(request).id }),
  )

  route('PUT /api/orders/:id/cancel-request', (request) =>
    declineCancellation(db, request.params.id, { by: callerOf(request).id, ...request.body }),
  )

  route('POST /api/orders/:id/notes', async (request) => {
    await addNote(db, request.params.id, { userId: callerOf(request).id, text: request.body.text })
    return timelineFor(db, request.params.id, callerOf(request))
  })

  route('POST /api/orders/:id/delays', (request) =>
    shown(request, announceDelay(db, request.params.id, request.body, callerOf(request).id)),
  )

  route('DELETE /api/orders/:id', async ({ params }) => {
    await deleteOrder(db, params.id)
    return { message: ORDERS.deleted }
  })

  route('PUT /api/orders/:id/restored', ({ params }) => restoreOrder(db, params.id))
}

const actorOf = (request: FastifyRequest) => ({ by: callerOf(request).id, actor: `request ${request.id}` })
