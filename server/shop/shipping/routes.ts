import { shippingCalls } from '#contract/calls/shipping.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { placeRates } from './rates.ts'
import { zipPlace } from './zip-places.ts'

export const shippingRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, shippingCalls)

  route('GET /api/rates', async ({ query }, reply) => {
    reply.header('cache-control', 'no-cache')
    return placeRates(db, query)
  })

  route('GET /api/zip-codes/:zip', async ({ params }, reply) => {
    reply.header('cache-control', 'public, max-age=86400')
    return zipPlace(params.zip)
  })
}
