import type { NewTextPage, TextPageDraft, TextPageText, TextPageUpdate } from '#contract/admin/text-pages.ts'
import { call, encoded } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

type Of<Body> = { slug: string; body: Body }

export const textPagesApi = api.enhanceEndpoints({ addTagTypes: ['TextPage'] }).injectEndpoints({
  endpoints: (build) => ({
    textPages: build.query({
      ...call('GET /api/pages', 'AdminTextPages'),
      keepUnusedDataFor: 0,
      providesTags: ['TextPage'],
    }),
    /** The draft of a page. Loads again whenever the screen opens. */
    textPage: build.query({
      ...call('GET /api/pages/:slug', 'AdminTextPage', (slug: string) => ({ slug })),
      keepUnusedDataFor: 0,
    }),
    /** A text as its page would show it. */
    previewTextPage: build.query({
      ...call('POST /api/pages/preview', 'TextPagePreview', (body: TextPageDraft) => ({
        body: encoded('TextPageDraft', body),
      })),
      keepUnusedDataFor: 0,
    }),
    createTextPage: build.mutation({
      ...call('POST /api/pages', 'AdminTextPage', (body: NewTextPage) => ({ body: encoded('NewTextPage', body) })),
      invalidatesTags: ['TextPage'],
    }),
    saveTextPage: build.mutation({
      ...call('PUT /api/pages/:slug', 'AdminTextPage', ({ slug, body }: Of<TextPageUpdate>) => ({
        slug,
        body: encoded('TextPageUpdate', body),
      })),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
    publishTextPage: build.mutation({
      ...call('PUT /api/pages/:slug/published', 'AdminTextPage', ({ slug, body }: Of<TextPageText>) => ({
        slug,
        body: encoded('TextPageText', body),
      })),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
    unpublishTextPage: build.mutation({
      ...call('DELETE /api/pages/:slug/published', 'AdminTextPage', (slug: string) => ({ slug })),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
    deleteTextPage: build.mutation({
      ...call('DELETE /api/pages/:slug', 'Done', (slug: string) => ({ slug })),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
    /** The caller shows the new order already, so only a refusal reloads the list. */
    orderTextPages: build.mutation({
      ...call('PUT /api/pages', 'AdminTextPages', (order: string[]) => ({ body: { order } })),
      invalidatesTags: (_, error) => (error ? ['TextPage'] : ['Shop']),
    }),
  }),
})

export const {
  useTextPagesQuery,
  useTextPageQuery,
  useLazyTextPageQuery,
  usePreviewTextPageQuery,
  useCreateTextPageMutation,
  useSaveTextPageMutation,
  usePublishTextPageMutation,
  useUnpublishTextPageMutation,
  useDeleteTextPageMutation,
  useOrderTextPagesMutation,
} = textPagesApi
