import type { TrackingFile } from '#contract/admin/tracking.ts'
import { call } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

const postageApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the file for the postage service holds. */
    postageCheck: build.query({
      ...call('GET /api/orders/postage/check', 'PostageCheck'),
      providesTags: ['Order'],
    }),
    applyTracking: build.mutation({
      ...call('POST /api/orders/tracking', 'TrackingReport', (body: TrackingFile) => ({ body })),
      invalidatesTags: (report) => (report?.shipped ? ['Order'] : []),
    }),
  }),
})

export const { usePostageCheckQuery, useApplyTrackingMutation } = postageApi
