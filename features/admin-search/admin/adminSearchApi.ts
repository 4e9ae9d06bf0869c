import { AdminSearch } from '#contract/admin/search.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { adminSearchCalls } from '../calls.ts'

const { call } = featureClient<typeof adminSearchCalls>()({ AdminSearch })

const adminSearchApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What a search over everything finds. */
    everything: build.query({
      ...call('GET /api/admin/search', 'AdminSearch', (text: string) => ({ query: { q: text } })),
      keepUnusedDataFor: 5,
    }),
  }),
})

export const { useEverythingQuery } = adminSearchApi
