import type { AdminRequest, AdminRequestPage, NewAnswer } from '#contract/admin/requests.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const adminRequestsApi = api.enhanceEndpoints({ addTagTypes: ['Request'] }).injectEndpoints({
  endpoints: (build) => ({
    /** A page of the requests; `query` is the query string of the list's URL. */
    adminRequests: build.query<AdminRequestPage, string>({
      query: (query) => ({ url: `/api/requests?${query}` }),
      transformResponse: decoded('AdminRequestPage'),
      providesTags: ['Request'],
      keepUnusedDataFor: 0,
    }),
    answerRequest: build.mutation<AdminRequest, NewAnswer & { id: string }>({
      query: ({ id, ...body }) => ({ url: `/api/requests/${id}/answer`, method: 'PUT', body }),
      transformResponse: decoded('AdminRequest'),
      invalidatesTags: ['Request'],
    }),
  }),
})

export const { useAdminRequestsQuery, useAnswerRequestMutation } = adminRequestsApi
