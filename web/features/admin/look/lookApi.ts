import type { EditedLook, LookUpdate } from '#contract/admin/look.ts'
import { api } from '../../../api.ts'
import { decoded, encoded } from '../wire.ts'

type Version = { version: string }

export const lookApi = api.injectEndpoints({
  endpoints: (build) => ({
    look: build.query<EditedLook, void>({
      query: () => ({ url: '/api/look' }),
      transformResponse: decoded('EditedLook'),
    }),
    saveLook: build.mutation<EditedLook, LookUpdate>({
      query: (update) => ({ url: '/api/look', method: 'PUT', body: encoded('LookUpdate', update) }),
      transformResponse: decoded('EditedLook'),
    }),
    publishLook: build.mutation<EditedLook, Version>({
      query: (body) => ({ url: '/api/look/publish', method: 'POST', body }),
      transformResponse: decoded('EditedLook'),
      invalidatesTags: ['Shop'],
    }),
    discardLook: build.mutation<EditedLook, Version>({
      query: (body) => ({ url: '/api/look/discard', method: 'POST', body }),
      transformResponse: decoded('EditedLook'),
    }),
    restoreLook: build.mutation<EditedLook, Version & { id: number }>({
      query: ({ id, ...body }) => ({ url: `/api/look/${id}/publish`, method: 'POST', body }),
      transformResponse: decoded('EditedLook'),
      invalidatesTags: ['Shop'],
    }),
    /** The HTML of a page with the draft; `version` makes it another preview after every save. */
    lookPreview: build.query<string, Version & { path: string }>({
      query: ({ path }) => ({ url: `/api/look/preview?path=${encodeURIComponent(path)}` }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useLookQuery,
  useSaveLookMutation,
  usePublishLookMutation,
  useDiscardLookMutation,
  useRestoreLookMutation,
  useLookPreviewQuery,
} = lookApi
