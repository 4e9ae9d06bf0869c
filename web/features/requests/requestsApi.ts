import type { ConfirmedRequest, NewRequest } from '#contract/requests.ts'
import type { Done } from '#contract/users.ts'
import { api, decoded } from '../../api.ts'

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    requestPiece: build.mutation<Done, NewRequest>({
      query: (body) => ({ url: '/api/requests', method: 'POST', body }),
      transformResponse: decoded('Done'),
    }),
    /** Confirms a request with the signed part of its link. */
    confirmRequest: build.mutation<ConfirmedRequest, string>({
      query: (link) => ({ url: '/api/requests/confirmed', method: 'POST', body: { link }, isAnonymous: true }),
      transformResponse: decoded('ConfirmedRequest'),
    }),
    endRequests: build.mutation<Done, string>({
      query: (link) => ({ url: '/api/requests/ended', method: 'POST', body: { link }, isAnonymous: true }),
      transformResponse: decoded('Done'),
    }),
  }),
})

export const { useRequestPieceMutation, useConfirmRequestMutation, useEndRequestsMutation } = requestsApi
