import type { NewRequest } from '#contract/requests.ts'
import { api, clientOf } from '#web/lib/api.ts'
import type { requestCalls } from '../calls.ts'

/** The schema of this feature loads with its first call, as those of the shop do. */
const { call } = clientOf<typeof requestCalls>()(() => import('./wire.ts'))

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    requestPiece: build.mutation({
      ...call('POST /api/requests', 'Done', (body: NewRequest) => ({ body })),
    }),
    /** Confirms a request with the signed part of its link. */
    confirmRequest: build.mutation({
      ...call('POST /api/requests/confirmed', 'ConfirmedRequest', (link: string) => ({
        body: { link },
        isAnonymous: true,
      })),
    }),
    endRequests: build.mutation({
      ...call('POST /api/requests/ended', 'Done', (link: string) => ({ body: { link }, isAnonymous: true })),
    }),
  }),
})

export const { useRequestPieceMutation, useConfirmRequestMutation, useEndRequestsMutation } = requestsApi
