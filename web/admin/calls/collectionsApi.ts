import type { CollectionUpdate, NewCollection } from '#contract/admin/collections.ts'
import { call } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

export const collectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    collections: build.query({
      ...call('GET /api/admin/collections', 'AdminCollections'),
      keepUnusedDataFor: 0,
      providesTags: ['Product'],
    }),
    /** A collection with its products. Loads again whenever the screen opens. */
    collection: build.query({
      ...call('GET /api/admin/collections/:id', 'EditedCollection', (id: string) => ({ id })),
      keepUnusedDataFor: 0,
    }),
    createCollection: build.mutation({
      ...call('POST /api/admin/collections', 'EditedCollection', (body: NewCollection) => ({ body })),
      invalidatesTags: ['Product'],
    }),
    updateCollection: build.mutation({
      ...call(
        'PUT /api/admin/collections/:id',
        'EditedCollection',
        ({ id, update }: { id: string; update: CollectionUpdate }) => ({ id, body: update }),
      ),
      invalidatesTags: ['Product'],
    }),
    /** The caller shows the new order already, so only a refusal reloads the list. */
    orderCollections: build.mutation({
      ...call('PUT /api/admin/collections', 'AdminCollections', (order: string[]) => ({ body: { order } })),
      invalidatesTags: (_, error) => (error ? ['Product'] : []),
    }),
    deleteCollection: build.mutation({
      ...call('DELETE /api/admin/collections/:id', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useCollectionsQuery,
  useCollectionQuery,
  useLazyCollectionQuery,
  useCreateCollectionMutation,
  useUpdateCollectionMutation,
  useOrderCollectionsMutation,
  useDeleteCollectionMutation,
} = collectionsApi
