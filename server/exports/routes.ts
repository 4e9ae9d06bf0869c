import { finished, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Download, DownloadTicket } from '#contract/admin/downloads.ts'
import { Period, ProductFileQuery } from '#contract/admin/exports.ts'
import { OrderFilter } from '#contract/admin/orders.ts'
import { dayOf } from '#contract/dates.ts'
import { callerOf } from '../accounts/auth.ts'
import { customersCsv } from '../accounts/customers-file.ts'
import type { Context } from '../context.ts'
import { downloadTicket, isGoodTicket } from '../db/download-tickets.ts'
import { AppError, notFound } from '../errors.ts'
import { sendInChunks } from '../lib/streams.ts'
import { type ArchiveFile, zipOf } from '../lib/zip.ts'
import { orderItemsCsv, refundsCsv } from '../orders/order-items-file.ts'
import { openRateLimits } from '../rate-limits/rate-limits.ts'
import { shopSettings } from '../settings/settings.ts'
import { EXPORTS } from '../texts/exports.ts'
import { photoAddress } from './exported-product.ts'
import { productsArchive } from './products-archive.ts'
import { aboutProductsFile, productsFile } from './products-file.ts'
import { shopArchive } from './shop-archive.ts'

const PRODUCTS = {
  description: 'The file in the format that was asked for',
  content: {
    'text/csv': { schema: z.string() },
    'application/json': {
      schema: z.object({ products: z.array(z.looseObject({ sku: z.string(), name: z.string() })) }),
    },
  },
}
const CSV = { content: { 'text/csv': { schema: z.string() } } }
const ZIP = { content: { 'application/zip': { schema: z.unknown() } } }

/** Archives that a process sends at once: each reads photos, which other requests wait for. */
const MOST_ARCHIVES = 2

/** Files that a shop hands out, made as they are sent. */
export const exportRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db, shopUrl } = context
  const limits = openRateLimits(context)
  let archives = 0

  const sendCsv = async (reply: FastifyReply, name: string, chunks: AsyncIterable<string>) => {
    const today = dayOf(new Date(), (await shopSettings(db)).timeZone)
    reply.header('content-disposition', `attachment; filename="${name}-${today}.csv"`)
    return sendInChunks(reply.type('text/csv; charset=utf-8'), chunks)
  }

  app.get('/products/export', {
    schema: { querystring: ProductFileQuery, response: { 200: PRODUCTS } },
    handler: async ({ query: { format } }, reply) => {
      const { name, type } = aboutProductsFile(format)
      reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
      return sendInChunks(reply, productsFile(db, format, photoAddress(shopUrl)))
    },
  })

  app.get('/orders/export/items', {
    schema: { querystring: OrderFilter, response: { 200: CSV } },
    handler: ({ query }, reply) => sendCsv(reply, 'order-items', orderItemsCsv(db, query)),
  })

  app.get('/orders/export/refunds', {
    schema: { querystring: Period, response: { 200: CSV } },
    handler: ({ query }, reply) => sendCsv(reply, 'refunds', refundsCsv(db, query)),
  })

  app.get('/users/export', {
    schema: { querystring: Period, response: { 200: CSV } },
    handler: ({ query }, reply) => sendCsv(reply, 'customers', customersCsv(db, query)),
  })

  const open = async (request: FastifyRequest, path: string, more = {}) => {
    await limits.count(request, 'export', { account: callerOf(request).id })
    const query = new URLSearchParams({ ...more, ...Object.fromEntries(await downloadTicket(db, 'export', path)) })
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

  app.post('/exports/products', {
    schema: { body: ProductFileQuery, response: { 201: Download } },
    handler: async (request, reply) => {
      const { format } = request.body
      return reply.code(201).send(await open(request, `products ${format}`, { format }))
    },
  })

  app.get('/exports/products/file', {
    schema: { querystring: ProductFileQuery.extend(DownloadTicket.shape), response: { 200: ZIP } },
    handler: async ({ query: { format, ...ticket } }, reply) => {
      if (!(await isGoodTicket(db, 'export', `products ${format}`, ticket))) throw notFound(EXPORTS.expired)
      return sendArchive(reply, `products-${format}`, productsArchive(context, format))
    },
  })

  app.post('/exports/shop', { schema: { response: { 201: Download } } }, async (request, reply) =>
    reply.code(201).send(await open(request, 'shop')),
  )

  app.get('/exports/shop/file', {
    schema: { querystring: DownloadTicket, response: { 200: ZIP } },
    handler: async ({ query }, reply) => {
      if (!(await isGoodTicket(db, 'export', 'shop', query))) throw notFound(EXPORTS.expired)
      return sendArchive(reply, 'shop', shopArchive(context))
    },
  })
}
