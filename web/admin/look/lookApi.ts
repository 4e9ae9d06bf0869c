import type { LookUpdate } from '#contract/admin/look.ts'
import type { ColorScheme } from '#contract/look-choices.ts'
import { call, encoded } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

type Version = { version: string }

export const lookApi = api.injectEndpoints({
  endpoints: (build) => ({
    look: build.query({
      ...call('GET /api/look', 'EditedLook'),
    }),
    saveLook: build.mutation({
      ...call('PUT /api/look', 'EditedLook', (update: LookUpdate) => ({ body: encoded('LookUpdate', update) })),
    }),
    publishLook: build.mutation({
      ...call('POST /api/look/publish', 'EditedLook', (body: Version) => ({ body })),
      invalidatesTags: ['Shop'],
    }),
    discardLook: build.mutation({
      ...call('POST /api/look/discard', 'EditedLook', (body: Version) => ({ body })),
    }),
    restoreLook: build.mutation({
      ...call('POST /api/look/:id/publish', 'EditedLook', ({ id, ...body }: Version & { id: number }) => ({
        id,
        body,
      })),
      invalidatesTags: ['Shop'],
    }),
    /** The HTML of a page with the draft; `version` makes it another preview after every save. */
    lookPreview: build.query<string, Version & { path: string; scheme: ColorScheme }>({
      query: ({ path, scheme }) => ({ url: `/api/look/preview?path=${encodeURIComponent(path)}&scheme=${scheme}` }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useLookQuery,
  useLazyLookQuery,
  useSaveLookMutation,
  usePublishLookMutation,
  useDiscardLookMutation,
  useRestoreLookMutation,
  useLookPreviewQuery,
} = lookApi
