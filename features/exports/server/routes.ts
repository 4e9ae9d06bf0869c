import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dayOf } from '#contract/dates.ts'
import { AppError, notFound } from '#server/errors.ts'
import { downloadTicket, isGoodTicket } from '#server/platform/db/download-tickets.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { sendInChunks } from '#server/platform/lib/streams.ts'
import { type ArchiveFile, zipOf } from '#server/platform/lib/zip.ts'
import { openRateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { customersCsv } from '#server/shop/accounts/customers-file.ts'
import { orderItemsCsv, refundsCsv } from '#server/shop/orders/order-items-file.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { exportCalls } from '../calls.ts'
import { photoAddress } from './exported-product.ts'
import { productsArchive } from './products-archive.ts'
import { aboutProductsFile, productsFile } from './products-file.ts'
import { EXPORT_POLICIES } from './rate-limits.ts'
import { shopArchive } from './shop-archive.ts'
import { EXPORTS } from './texts.ts'

/** The name of the secret that signs the addresses of downloads. */
const DOWNLOAD_SECRET = 'export download'

/** Archives that a process sends at once: each reads photos, which other requests wait for. */
const MOST_ARCHIVES = 2

/** Files that a shop hands out, made as they are sent. */
export const exportRoutes: ApiRoutes = async (app, { context }) => {
  const { db, shopUrl } = context
  const limits = openRateLimits(context)
  let archives = 0

  const sendCsv = async (reply: FastifyReply, name: string, chunks: AsyncIterable<string>) => {
    const today = dayOf(new Date(), (await shopSettings(db)).timeZone)
    reply.header('content-disposition', `attachment; filename="${name}-${today}.csv"`)
    return sendInChunks(reply.type('text/csv; charset=utf-8'), chunks)
  }
  const route = routesOf(app, exportCalls)

  route('GET /api/products/export', async ({ query: { format } }, reply) => {
    const { name, type } = aboutProductsFile(format)
    reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
    return sendInChunks(reply, productsFile(db, format, photoAddress(shopUrl)))
  })

  route('GET /api/orders/export/items', ({ query }, reply) => sendCsv(reply, 'order-items', orderItemsCsv(db, query)))

  route('GET /api/orders/export/refunds', ({ query }, reply) => sendCsv(reply, 'refunds', refundsCsv(db, query)))

  route('GET /api/users/export', ({ query }, reply) => sendCsv(reply, 'customers', customersCsv(db, query)))

  const open = async (request: FastifyRequest, path: string, more = {}) => {
    await limits.count(request, EXPORT_POLICIES.export, { account: callerOf(request).id })
    const query = new URLSearchParams({
      ...more,
      ...Object.fromEntries(await downloadTicket(db, DOWNLOAD_SECRET, path)),
    })
    return { url: `/api/exports/${path.split(' ')[0]}/file?${query}` }
  }

  const sendArchive = async (reply: FastifyReply, name: string, files: AsyncIterable<ArchiveFile>) => {
    if (archives >= MOST_ARCHIVES) throw new AppError('busy', EXPORTS.busy)
    archives += 1
    // Unlike a listener of 'close', this also hears of a browser that is gone already.
    finished(reply.raw, () => (archives -= 1))
    const today = dayOf(new Date(), (await shopSettings(db)).timeZone)
    return reply
      .header('content-disposition', `attachment; filename="${name}-${today}.zip"`)
      .type('application/zip')
      .send(Readable.from(zipOf(files)))
  }

  route('POST /api/exports/products', (request) => {
    const { format } = request.body
    return open(request, `products ${format}`, { format })
  })

  route('GET /api/exports/products/file', async ({ query: { format, ...ticket } }, reply) => {
    if (!(await isGoodTicket(db, DOWNLOAD_SECRET, `products ${format}`, ticket))) throw notFound(EXPORTS.expired)
    return sendArchive(reply, `products-${format}`, productsArchive(context, format))
  })

  route('POST /api/exports/shop', (request) => open(request, 'shop'))

  route('GET /api/exports/shop/file', async ({ query }, reply) => {
    if (!(await isGoodTicket(db, DOWNLOAD_SECRET, 'shop', query))) throw notFound(EXPORTS.expired)
    return sendArchive(reply, 'shop', shopArchive(context))
  })
}
