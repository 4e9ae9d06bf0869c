import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  AdminCollections,
  CollectionId,
  CollectionOrder,
  CollectionUpdate,
  EditedCollection,
  NewCollection,
} from '#contract/admin/collections.ts'
import { Collection, CollectionKey, CollectionShelves, Collections } from '#contract/collections.ts'
import { Done } from '#contract/users.ts'
import { callerOf } from '../accounts/auth.ts'
import type { Context } from '../context.ts'
import { COLLECTIONS } from '../texts/catalog.ts'
import { collectionShelves, liveCollection, liveCollections } from './collections.ts'
import {
  allCollections,
  createCollection,
  deleteCollection,
  editedCollection,
  orderCollections,
  updateCollection,
} from './edit-collections.ts'

/** The calls of visitors on collections. */
export const collectionRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get('/', { schema: { response: { 200: Collections } } }, () => liveCollections(db))

  app.get('/shelves', { schema: { response: { 200: CollectionShelves } } }, () => collectionShelves(db))

  app.get('/:slug', { schema: { params: CollectionKey, response: { 200: Collection } } }, ({ params }) =>
    liveCollection(db, params.slug),
  )
}

/** The calls of admins on collections. */
export const adminCollectionRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context: { db } }) => {
  app.get('/', { schema: { response: { 200: AdminCollections } } }, () => allCollections(db))

  app.post('/', {
    schema: { body: NewCollection, response: { 201: EditedCollection } },
    handler: async ({ body }, reply) => reply.code(201).send(await createCollection(db, body.name)),
  })

  app.put('/', {
    schema: { body: CollectionOrder, response: { 200: AdminCollections } },
    handler: ({ body }) => orderCollections(db, body.order),
  })

  app.get('/:id', { schema: { params: CollectionId, response: { 200: EditedCollection } } }, ({ params }) =>
    editedCollection(db, params.id),
  )

  app.put('/:id', {
    schema: { params: CollectionId, body: CollectionUpdate, response: { 200: EditedCollection } },
    handler: (request) => updateCollection(db, request.params.id, request.body, callerOf(request).id),
  })

  app.delete('/:id', { schema: { params: CollectionId, response: { 200: Done } } }, async ({ params }) => ({
    message: COLLECTIONS.deleted(await deleteCollection(db, params.id)),
  }))
}
