import type { AdminProduct } from '#contract/admin/products.ts'
import { productDeleted } from '#contract/admin/texts.ts'
import { catalogCalls } from '#contract/calls/catalog.ts'
import { SORTS } from '#contract/filters.ts'
import { isStaff } from '#contract/roles.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { callerOf, findCaller, hasRight, requireCaller } from '#server/shop/accounts/auth.ts'
import { rightsFor } from '#server/shop/accounts/key-rights.ts'
import type { Caller } from '#server/shop/accounts/sessions.ts'
import { adminProduct, adminProductPage, historyBefore } from './admin-products.ts'
import { changeProducts, deleteProducts } from './bulk-edit.ts'
import { copyProduct } from './copy-product.ts'
import { createProduct, deleteProduct, updateProduct, updateShelf } from './edit-product.ts'
import { openHighlights } from './highlights.ts'
import { openCatalog, productsOf } from './products.ts'
import { suggestedIds, toSuggestions } from './suggestions.ts'

/** A product as an admin or a packer may see it: packers see neither what it costs nor who changed its price. */
const shownToStaff = ({ costs, productTrace, hasEarlierTrace, ...product }: AdminProduct, { isAdmin }: Caller) =>
  isAdmin ? { ...product, costs, productTrace, hasEarlierTrace } : product

/** The rights of API keys that read what only admins see. */
const READS_CATALOG = rightsFor('GET', { part: 'catalog' })

export const catalogRoutes: ApiRoutes = async (app, { context }) => {
  const { db } = context
  const catalog = openCatalog(db)
  const highlights = openHighlights(db)
  const route = routesOf(app, catalogCalls)

  route('GET /api/products', async (request, reply) => {
    const { view, sort } = request.query
    if (view !== 'admin') return catalog.page({ ...request.query, sort: SORTS.find((one) => one === sort) })
    await requireCaller(request, reply, 'packer', db, READS_CATALOG)
    const page = await adminProductPage(db, request.query)
    const caller = callerOf(request)
    return { ...page, products: page.products.map((product) => shownToStaff(product, caller)) }
  })

  route('GET /api/products/featured', () => catalog.featured())

  route('GET /api/products/newest', () => highlights.newest())

  route('GET /api/products/:id/related', async ({ params }) => highlights.related(await catalog.product(params.id)))

  route('GET /api/products/suggestions', async ({ query }) => {
    const suggested = await suggestedIds(db, query.keyword)
    return toSuggestions(await productsOf(suggested.ids, catalog), suggested)
  })

  route('GET /api/products/:id', async (request, reply) => {
    const caller = await findCaller(request, reply, db)
    return caller && isStaff(caller) && hasRight(caller, READS_CATALOG)
      ? shownToStaff(await adminProduct(db, request.params.id), caller)
      : catalog.product(request.params.id)
  })

  route('GET /api/products/:id/history', ({ params, query }) => historyBefore(db, params.id, query.before))

  route('POST /api/products', (request) => createProduct(db, callerOf(request).id))

  route('POST /api/products/:id/copy', (request) => copyProduct(context, request.params.id, callerOf(request).id))

  route('PUT /api/products/deleted', (request) => deleteProducts(db, request.body.ids, callerOf(request).id))

  route('PUT /api/products', (request) => changeProducts(db, request.body, callerOf(request).id))

  route('PUT /api/products/:id', (request) => updateProduct(db, request.params.id, request.body, callerOf(request).id))

  route('PUT /api/products/:id/shelf', async (request) => {
    const caller = callerOf(request)
    return shownToStaff(await updateShelf(db, request.params.id, request.body, caller.id), caller)
  })

  route('DELETE /api/products/:id', async (request) => {
    const name = await deleteProduct(db, request.params.id, callerOf(request).id)
    return { message: productDeleted(name) }
  })
}
