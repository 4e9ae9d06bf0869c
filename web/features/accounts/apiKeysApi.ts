import type { ApiKey, CreatedApiKey, NewApiKey } from '#contract/api-keys.ts'
import { api, decoded } from '../../api.ts'

const apiKeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    apiKeys: build.query<ApiKey[], void>({
      query: () => ({ url: '/api/users/api-keys' }),
      transformResponse: decoded('ApiKeys'),
      keepUnusedDataFor: 0,
      providesTags: ['ApiKey'],
    }),
    /** The response has the key itself, only this once. */
    createApiKey: build.mutation<CreatedApiKey, NewApiKey>({
      query: (body) => ({ url: '/api/users/api-keys', method: 'POST', body }),
      transformResponse: decoded('CreatedApiKey'),
      invalidatesTags: ['ApiKey'],
    }),
    revokeApiKey: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/users/api-keys/${id}`, method: 'DELETE' }),
      invalidatesTags: ['ApiKey'],
    }),
  }),
})

export const { useApiKeysQuery, useCreateApiKeyMutation, useRevokeApiKeyMutation } = apiKeysApi
