import { Done } from '#contract/users.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { searchWordCalls } from '../calls.ts'
import { SearchWords, Synonyms, type SynonymsUpdate } from '../contract.ts'

const { call } = featureClient<typeof searchWordCalls>()({ Done, SearchWords, Synonyms })

const searchWordsApi = api.enhanceEndpoints({ addTagTypes: ['SearchWords'] }).injectEndpoints({
  endpoints: (build) => ({
    searchWords: build.query({
      ...call('GET /api/search-words', 'SearchWords'),
      providesTags: ['SearchWords'],
      keepUnusedDataFor: 0,
    }),
    addSynonyms: build.mutation({
      ...call('POST /api/search-words/synonyms', 'Synonyms', (body: SynonymsUpdate) => ({ body })),
      invalidatesTags: ['SearchWords'],
    }),
    updateSynonyms: build.mutation({
      ...call('PUT /api/search-words/synonyms/:id', 'Synonyms', ({ id, ...body }: SynonymsUpdate & { id: string }) => ({
        id,
        body,
      })),
      invalidatesTags: ['SearchWords'],
    }),
    removeSynonyms: build.mutation({
      ...call('DELETE /api/search-words/synonyms/:id', 'Done', (id: string) => ({ id })),
      invalidatesTags: ['SearchWords'],
    }),
    dismissSearch: build.mutation({
      ...call('DELETE /api/search-words/fruitless/:keyword', 'Done', (keyword: string) => ({ keyword })),
      invalidatesTags: ['SearchWords'],
    }),
  }),
})

export const {
  useSearchWordsQuery,
  useAddSynonymsMutation,
  useUpdateSynonymsMutation,
  useRemoveSynonymsMutation,
  useDismissSearchMutation,
} = searchWordsApi
