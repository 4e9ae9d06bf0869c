import type { AdminSearch } from '#contract/admin/search.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const adminSearchApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What a search over everything finds. */
    everything: build.query<AdminSearch, string>({
      query: (text) => ({ url: `/api/admin/search?${new URLSearchParams({ q: text })}` }),
      transformResponse: decoded('AdminSearch'),
      keepUnusedDataFor: 5,
    }),
  }),
})

export const { useEverythingQuery } = adminSearchApi
