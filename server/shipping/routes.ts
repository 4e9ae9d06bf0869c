import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { PlaceRates, RatesQuery } from '#contract/rates.ts'
import type { Context } from '../context.ts'
import { placeRates } from './rates.ts'

export const shippingRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get('/', {
    schema: {
      description: 'Prices come as bands, so that every cart can be priced by them.',
      querystring: RatesQuery,
      response: { 200: PlaceRates },
    },
    // A browser asks again each time, because an order at old rates is refused.
    handler: async ({ query }, reply) => {
      reply.header('cache-control', 'no-cache')
      return placeRates(db, query)
    },
  })
}
