import type { AdminCollection, CollectionUpdate, EditedCollection, NewCollection } from '#contract/admin/collections.ts'
import type { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const at = (id: string) => `/api/admin/collections/${id}`

export const collectionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    collections: build.query<AdminCollection[], void>({
      query: () => ({ url: '/api/admin/collections' }),
      transformResponse: decoded('AdminCollections'),
      keepUnusedDataFor: 0,
      providesTags: ['Product'],
    }),
    /** A collection with its products. Loads again whenever the screen opens. */
    collection: build.query<EditedCollection, string>({
      query: (id) => ({ url: at(id) }),
      transformResponse: decoded('EditedCollection'),
      keepUnusedDataFor: 0,
    }),
    createCollection: build.mutation<EditedCollection, NewCollection>({
      query: (body) => ({ url: '/api/admin/collections', method: 'POST', body }),
      transformResponse: decoded('EditedCollection'),
      invalidatesTags: ['Product'],
    }),
    updateCollection: build.mutation<EditedCollection, { id: string; update: CollectionUpdate }>({
      query: ({ id, update }) => ({ url: at(id), method: 'PUT', body: update }),
      transformResponse: decoded('EditedCollection'),
      invalidatesTags: ['Product'],
    }),
    /** The caller shows the new order already, so only a refusal reloads the list. */
    orderCollections: build.mutation<AdminCollection[], string[]>({
      query: (order) => ({ url: '/api/admin/collections', method: 'PUT', body: { order } }),
      transformResponse: decoded('AdminCollections'),
      invalidatesTags: (_, error) => (error ? ['Product'] : []),
    }),
    deleteCollection: build.mutation<Done, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      transformResponse: decoded('Done'),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useCollectionsQuery,
  useCollectionQuery,
  useCreateCollectionMutation,
  useUpdateCollectionMutation,
  useOrderCollectionsMutation,
  useDeleteCollectionMutation,
} = collectionsApi
