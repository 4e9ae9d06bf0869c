import { catalogCalls } from '#contract/calls/catalog.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { allCategories } from './categories.ts'
import { addCategory, orderCategories, removeCategory, renameCategory } from './edit-categories.ts'
import { shelves } from './highlights.ts'
import { CATEGORIES } from './texts.ts'

export const categoryRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, catalogCalls)

  route('GET /api/categories', () => allCategories(db))

  route('GET /api/categories/shelves', () => shelves(db))

  route('POST /api/categories', ({ body }) => addCategory(db, body.name))

  route('PUT /api/categories', ({ body }) => orderCategories(db, body.order))

  route('PUT /api/categories/:slug', (request) =>
    renameCategory(db, request.params.slug, request.body.name, callerOf(request).id),
  )

  route('DELETE /api/categories/:slug', async ({ params }) => {
    await removeCategory(db, params.slug)
    return { message: CATEGORIES.deleted }
  })
}
