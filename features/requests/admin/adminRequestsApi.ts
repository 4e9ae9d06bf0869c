import type { NewAnswer } from '#contract/admin/requests.ts'
import { AdminRequest, AdminRequestPage } from '#contract/admin/requests.ts'
import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { requestCalls } from '../calls.ts'

const { call } = featureClient<typeof requestCalls>()({ AdminRequest, AdminRequestPage })

const adminRequestsApi = api.enhanceEndpoints({ addTagTypes: ['Request', 'Waiting'] }).injectEndpoints({
  endpoints: (build) => ({
    /** A page of the requests; `query` is the query string of the list's URL. */
    adminRequests: build.query({
      ...call('GET /api/requests', 'AdminRequestPage', (query: string) => ({ query })),
      providesTags: ['Request'],
      keepUnusedDataFor: 0,
    }),
    answerRequest: build.mutation({
      ...call('PUT /api/requests/:id/answer', 'AdminRequest', ({ id, ...body }: NewAnswer & { id: string }) => ({
        id,
        body,
      })),
      invalidatesTags: ['Request', 'Waiting'],
    }),
  }),
})

export const { useAdminRequestsQuery, useAnswerRequestMutation } = adminRequestsApi
