import type { AdminDrop, DropUpdate, EditedDrop, NewDrop } from '#contract/admin/drops.ts'
import type { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const at = (id: string) => `/api/admin/drops/${id}`

const dropsApi = api.injectEndpoints({
  endpoints: (build) => ({
    drops: build.query<AdminDrop[], void>({
      query: () => ({ url: '/api/admin/drops' }),
      transformResponse: decoded('AdminDrops'),
      keepUnusedDataFor: 0,
      providesTags: ['Product'],
    }),
    /** A drop with its products. Loads again whenever the screen opens. */
    drop: build.query<EditedDrop, string>({
      query: (id) => ({ url: at(id) }),
      transformResponse: decoded('EditedDrop'),
      keepUnusedDataFor: 0,
    }),
    createDrop: build.mutation<EditedDrop, NewDrop>({
      query: (body) => ({ url: '/api/admin/drops', method: 'POST', body }),
      transformResponse: decoded('EditedDrop'),
      invalidatesTags: ['Product'],
    }),
    updateDrop: build.mutation<EditedDrop, { id: string; update: DropUpdate }>({
      query: ({ id, update }) => ({ url: at(id), method: 'PUT', body: update }),
      transformResponse: decoded('EditedDrop'),
      invalidatesTags: ['Product'],
    }),
    endDrop: build.mutation<EditedDrop, string>({
      query: (id) => ({ url: `${at(id)}/ended`, method: 'PUT', body: {} }),
      transformResponse: decoded('EditedDrop'),
      invalidatesTags: ['Product'],
    }),
    deleteDrop: build.mutation<Done, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      transformResponse: decoded('Done'),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useDropsQuery,
  useDropQuery,
  useCreateDropMutation,
  useUpdateDropMutation,
  useEndDropMutation,
  useDeleteDropMutation,
} = dropsApi
