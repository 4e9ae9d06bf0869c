import type {
  AdminTextPage,
  NewTextPage,
  TextPageDraft,
  TextPagePreview,
  TextPageText,
  TextPageUpdate,
} from '#contract/admin/text-pages.ts'
import type { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded, encoded } from '../wire.ts'

const at = (slug: string) => `/api/pages/${encodeURIComponent(slug)}`

type Of<Body> = { slug: string; body: Body }

export const textPagesApi = api.enhanceEndpoints({ addTagTypes: ['TextPage'] }).injectEndpoints({
  endpoints: (build) => ({
    textPages: build.query<AdminTextPage[], void>({
      query: () => ({ url: '/api/pages' }),
      transformResponse: decoded('AdminTextPages'),
      keepUnusedDataFor: 0,
      providesTags: ['TextPage'],
    }),
    /** The draft of a page. Loads again whenever the screen opens. */
    textPage: build.query<AdminTextPage, string>({
      query: (slug) => ({ url: at(slug) }),
      transformResponse: decoded('AdminTextPage'),
      keepUnusedDataFor: 0,
    }),
    /** A text as its page would show it. */
    previewTextPage: build.query<TextPagePreview, TextPageDraft>({
      query: (body) => ({ url: '/api/pages/preview', method: 'POST', body: encoded('TextPageDraft', body) }),
      transformResponse: decoded('TextPagePreview'),
      keepUnusedDataFor: 0,
    }),
    createTextPage: build.mutation<AdminTextPage, NewTextPage>({
      query: (body) => ({ url: '/api/pages', method: 'POST', body: encoded('NewTextPage', body) }),
      transformResponse: decoded('AdminTextPage'),
      invalidatesTags: ['TextPage'],
    }),
    saveTextPage: build.mutation<AdminTextPage, Of<TextPageUpdate>>({
      query: ({ slug, body }) => ({ url: at(slug), method: 'PUT', body: encoded('TextPageUpdate', body) }),
      transformResponse: decoded('AdminTextPage'),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
    publishTextPage: build.mutation<AdminTextPage, Of<TextPageText>>({
      query: ({ slug, body }) => ({ url: `${at(slug)}/published`, method: 'PUT', body: encoded('TextPageText', body) }),
      transformResponse: decoded('AdminTextPage'),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
    unpublishTextPage: build.mutation<AdminTextPage, string>({
      query: (slug) => ({ url: `${at(slug)}/published`, method: 'DELETE' }),
      transformResponse: decoded('AdminTextPage'),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
    deleteTextPage: build.mutation<Done, string>({
      query: (slug) => ({ url: at(slug), method: 'DELETE' }),
      transformResponse: decoded('Done'),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
    /** The caller shows the new order already, so only a refusal reloads the list. */
    orderTextPages: build.mutation<AdminTextPage[], string[]>({
      query: (order) => ({ url: '/api/pages', method: 'PUT', body: { order } }),
      transformResponse: decoded('AdminTextPages'),
      invalidatesTags: (_, error) => (error ? ['TextPage'] : ['Shop']),
    }),
  }),
})

export const {
  useTextPagesQuery,
  useTextPageQuery,
  usePreviewTextPageQuery,
  useCreateTextPageMutation,
  useSaveTextPageMutation,
  usePublishTextPageMutation,
  useUnpublishTextPageMutation,
  useDeleteTextPageMutation,
  useOrderTextPagesMutation,
} = textPagesApi
