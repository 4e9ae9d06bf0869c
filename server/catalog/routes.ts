import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { FeaturedProducts, Product, ProductKey, ProductPage, ProductQuery } from '#contract/products.ts'
import { callerBehind } from '../accounts/auth.ts'
import type { Shop } from '../app.ts'
import { openCatalog, traceOf } from './products.ts'

export const catalogRoutes: FastifyPluginAsyncZod<{ shop: Shop }> = async (app, { shop: { db } }) => {
  const catalog = openCatalog(db)

  app.get('/products', {
    schema: { querystring: ProductQuery, response: { 200: ProductPage } },
    handler: ({ query }) => catalog.page(query),
  })

  app.get('/products/featured', {
    schema: { response: { 200: FeaturedProducts } },
    handler: () => catalog.featured(),
  })

  app.get('/products/:id', {
    schema: { params: ProductKey, response: { 200: Product } },
    handler: async (request) => {
      const product = await catalog.product(request.params.id)
      const caller = await callerBehind(request, db)
      return caller?.isAdmin ? { ...product, productTrace: await traceOf(db, product._id) } : product
    },
  })
}
