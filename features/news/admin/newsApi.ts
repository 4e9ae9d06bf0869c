import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { newsCalls } from '../calls.ts'
import { AdminNews, AdminNewsItem, type NewsUpdate } from '../contract.ts'

const { call } = featureClient<typeof newsCalls>()({ AdminNews, AdminNewsItem, Done })

const newsApi = api.enhanceEndpoints({ addTagTypes: ['News', 'TextPage'] }).injectEndpoints({
  endpoints: (build) => ({
    news: build.query({
      ...call('GET /api/news', 'AdminNews'),
      keepUnusedDataFor: 0,
      // Publishing a page can date it.
      providesTags: ['News', 'TextPage'],
    }),
    createNews: build.mutation({
      ...call('POST /api/news', 'AdminNewsItem', (title: string) => ({ body: { title } })),
      invalidatesTags: ['News'],
    }),
    setNews: build.mutation({
      ...call('PUT /api/news/:slug', 'AdminNewsItem', ({ slug, update }: { slug: string; update: NewsUpdate }) => ({
        slug,
        body: update,
      })),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
    unsetNews: build.mutation({
      ...call('DELETE /api/news/:slug', 'Done', (slug: string) => ({ slug })),
      invalidatesTags: ['TextPage', 'Shop'],
    }),
  }),
})

export const { useNewsQuery, useCreateNewsMutation, useSetNewsMutation, useUnsetNewsMutation } = newsApi
