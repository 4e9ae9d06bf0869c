import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ProductFileQuery } from '#contract/admin/exports.ts'
import type { Context } from '../context.ts'
import { sendInChunks } from '../lib/streams.ts'
import { photoAddress } from './exported-product.ts'
import { aboutProductsFile, productsFile } from './products-file.ts'

const PRODUCTS = {
  description: 'The file in the format that was asked for',
  content: { 'text/csv': { schema: z.string() }, 'application/json': { schema: z.string() } },
}

/** Files that a shop hands out, made as they are sent. */
export const exportRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db, shopUrl } = context

  app.get('/products/export', {
    schema: { querystring: ProductFileQuery, response: { 200: PRODUCTS } },
    handler: async ({ query: { format } }, reply) => {
      const { name, type } = aboutProductsFile(format)
      reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
      return sendInChunks(reply, productsFile(db, format, photoAddress(shopUrl)))
    },
  })
}
