import type { PostageCheck } from '#contract/admin/postage.ts'
import type { TrackingFile, TrackingReport } from '#contract/admin/tracking.ts'
import { api } from '../../../api.ts'
import { decoded } from '../wire.ts'

const postageApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the file for the postage service holds. */
    postageCheck: build.query<PostageCheck, void>({
      query: () => ({ url: '/api/orders/postage/check' }),
      transformResponse: decoded('PostageCheck'),
      providesTags: ['Order'],
    }),
    applyTracking: build.mutation<TrackingReport, TrackingFile>({
      query: (body) => ({ url: '/api/orders/tracking', method: 'POST', body }),
      transformResponse: decoded('TrackingReport'),
      invalidatesTags: (report) => (report?.shipped ? ['Order'] : []),
    }),
  }),
})

export const { usePostageCheckQuery, useApplyTrackingMutation } = postageApi
