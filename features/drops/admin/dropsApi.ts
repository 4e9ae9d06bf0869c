import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { dropCalls } from '../calls.ts'
import type { DropUpdate, NewDrop } from '../contract.ts'
import { AdminDrops, EditedDrop } from '../contract.ts'

const { call } = featureClient<typeof dropCalls>()({ AdminDrops, Done, EditedDrop })

const dropsApi = api.injectEndpoints({
  endpoints: (build) => ({
    drops: build.query({
      ...call('GET /api/admin/drops', 'AdminDrops'),
      keepUnusedDataFor: 0,
      providesTags: ['Product'],
    }),
    /** A drop with its products. Loads again whenever the screen opens. */
    drop: build.query({
      ...call('GET /api/admin/drops/:id', 'EditedDrop', (id: string) => ({ id })),
      keepUnusedDataFor: 0,
    }),
    createDrop: build.mutation({
      ...call('POST /api/admin/drops', 'EditedDrop', (body: NewDrop) => ({ body })),
      invalidatesTags: ['Product'],
    }),
    updateDrop: build.mutation({
      ...call('PUT /api/admin/drops/:id', 'EditedDrop', ({ id, update }: { id: string; update: DropUpdate }) => ({
        id,
        body: update,
      })),
      invalidatesTags: ['Product'],
    }),
    endDrop: build.mutation({
      ...call('PUT /api/admin/drops/:id/ended', 'EditedDrop', (id: string) => ({ id, body: {} })),
      invalidatesTags: ['Product'],
    }),
    deleteDrop: build.mutation({
      ...call('DELETE /api/admin/drops/:id', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useDropsQuery,
  useDropQuery,
  useLazyDropQuery,
  useCreateDropMutation,
  useUpdateDropMutation,
  useEndDropMutation,
  useDeleteDropMutation,
} = dropsApi
