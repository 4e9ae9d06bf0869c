import type { NewApiKey } from '#contract/api-keys.ts'
import { api, call } from '#web/lib/api.ts'

const apiKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiKeys: build.query({
      ...call('GET /api/users/api-keys', 'ApiKeys'),
      keepUnusedDataFor: 0,
      providesTags: ['ApiKey'],
    }),
    /** The response has the key itself, only this once. */
    createApiKey: build.mutation({
      ...call('POST /api/users/api-keys', 'CreatedApiKey', (body: NewApiKey) => ({ body })),
      invalidatesTags: ['ApiKey'],
    }),
    revokeApiKey: build.mutation({
      ...call('DELETE /api/users/api-keys/:id', null, (id: string) => ({ id })),
      invalidatesTags: ['ApiKey'],
    }),
  }),
})

export const { useApiKeysQuery, useCreateApiKeyMutation, useRevokeApiKeyMutation } = apiKeysApi
