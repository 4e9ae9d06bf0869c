import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  AdminProduct,
  AdminProductPage,
  AdminProductQuery,
  EarlierTrace,
  ProductChanges,
  ProductHistory,
  ProductsChanged,
  ProductsToDelete,
  ProductUpdate,
} from '#contract/admin/products.ts'
import { productDeleted } from '#contract/admin/texts.ts'
import type { KeyScope } from '#contract/api-keys.ts'
import { SORTS } from '#contract/filters.ts'
import { SuggestionQuery } from '#contract/product-queries.ts'
import { ProductKey, Products, Suggestions } from '#contract/products.ts'
import { Done } from '#contract/users.ts'
import { callerOf, findCaller, hasScope, requireCaller } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { adminProduct, adminProductPage, historyBefore } from './admin-products.ts'
import { changeProducts, deleteProducts } from './bulk-edit.ts'
import { copyProduct } from './copy-product.ts'
import { createProduct, deleteProduct, updateProduct } from './edit-product.ts'
import { openHighlights } from './highlights.ts'
import { openCatalog, productsOf } from './products.ts'
import { suggestedIds, toSuggestions } from './suggestions.ts'

/** The scopes of API keys that read what only admins see. */
const READS_CATALOG: KeyScope[] = ['read', 'catalog']

export const catalogRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  const { db } = context
  const catalog = openCatalog(db)
  const highlights = openHighlights(db)

  app.get('/products', {
    schema: { querystring: AdminProductQuery, response: { 200: AdminProductPage } },
    handler: async (request, reply) => {
      const { view, sort } = request.query
      if (view !== 'admin') return catalog.page({ ...request.query, sort: SORTS.find((one) => one === sort) })
      await requireCaller(request, reply, 'admin', db, READS_CATALOG)
      return adminProductPage(db, request.query)
    },
  })

  app.get('/products/featured', {
    schema: { response: { 200: Products } },
    handler: () => catalog.featured(),
  })

  app.get('/products/newest', { schema: { response: { 200: Products } } }, () => highlights.newest())

  app.get('/products/:id/related', {
    schema: {
      params: ProductKey,
      response: { 200: Products },
    },
    handler: async ({ params }) => highlights.related(await catalog.product(params.id)),
  })

  app.get('/products/suggestions', {
    schema: { querystring: SuggestionQuery, response: { 200: Suggestions } },
    handler: async ({ query }) => {
      const suggested = await suggestedIds(db, query.keyword)
      return toSuggestions(await productsOf(suggested.ids, catalog), suggested)
    },
  })

  app.get('/products/:id', {
    schema: { params: ProductKey, response: { 200: AdminProduct } },
    handler: async (request, reply) => {
      const caller = await findCaller(request, reply, db)
      return caller?.isAdmin && hasScope(caller, READS_CATALOG)
        ? adminProduct(db, request.params.id)
        : catalog.product(request.params.id)
    },
  })

  const history = { params: ProductKey, querystring: EarlierTrace, response: { 200: ProductHistory } }
  app.get('/products/:id/history', { schema: history }, ({ params, query }) =>
    historyBefore(db, params.id, query.before),
  )

  app.post('/products', { schema: { response: { 201: AdminProduct } } }, async (request, reply) =>
    reply.code(201).send(await createProduct(db, callerOf(request).id)),
  )

  app.post('/products/:id/copy', {
    schema: { params: ProductKey, response: { 201: AdminProduct } },
    handler: async (request, reply) =>
      reply.code(201).send(await copyProduct(context, request.params.id, callerOf(request).id)),
  })

  app.put('/products/deleted', {
    schema: { body: ProductsToDelete, response: { 200: ProductsChanged } },
    handler: (request) => deleteProducts(db, request.body.ids, callerOf(request).id),
  })

  app.put('/products', { schema: { body: ProductChanges, response: { 200: ProductsChanged } } }, (request) =>
    changeProducts(db, request.body, callerOf(request).id),
  )

  app.put('/products/:id', {
    schema: { params: ProductKey, body: ProductUpdate, response: { 200: AdminProduct } },
    handler: (request) => updateProduct(db, request.params.id, request.body, callerOf(request).id),
  })

  app.delete('/products/:id', { schema: { params: ProductKey, response: { 200: Done } } }, async (request) => {
    const name = await deleteProduct(db, request.params.id, callerOf(request).id)
    return { message: productDeleted(name) }
  })
}
