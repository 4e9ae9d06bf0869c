import { catalogCalls } from '#contract/calls/catalog.ts'
import { type ApiRoutes, routesOf } from '#server/platform/http/routing.ts'
import { callerOf } from '#server/shop/accounts/auth.ts'
import { collectionShelves, liveCollection, liveCollections } from './collections.ts'
import {
  allCollections,
  createCollection,
  deleteCollection,
  editedCollection,
  orderCollections,
  updateCollection,
} from './edit-collections.ts'
import { COLLECTIONS } from './texts.ts'

/** The calls of visitors on collections. */
export const collectionRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, catalogCalls)

  route('GET /api/collections', () => liveCollections(db))

  route('GET /api/collections/shelves', () => collectionShelves(db))

  route('GET /api/collections/:slug', ({ params }) => liveCollection(db, params.slug))
}

/** The calls of admins on collections. */
export const adminCollectionRoutes: ApiRoutes = async (app, { context: { db } }) => {
  const route = routesOf(app, catalogCalls)

  route('GET /api/admin/collections', () => allCollections(db))

  route('POST /api/admin/collections', ({ body }) => createCollection(db, body.name))

  route('PUT /api/admin/collections', ({ body }) => orderCollections(db, body.order))

  route('GET /api/admin/collections/:id', ({ params }) => editedCollection(db, params.id))

  route('PUT /api/admin/collections/:id', (request) =>
    updateCollection(db, request.params.id, request.body, callerOf(request).id),
  )

  route('DELETE /api/admin/collections/:id', async ({ params }) => ({
    message: COLLECTIONS.deleted(await deleteCollection(db, params.id)),
  }))
}
