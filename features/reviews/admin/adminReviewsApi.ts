import { featureClient } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'
import type { reviewCalls } from '../calls.ts'
import { AdminReview, AdminReviewPage, type ReviewChange, ReviewSettings } from '../contract.ts'

const { call } = featureClient<typeof reviewCalls>()({ AdminReview, AdminReviewPage, ReviewSettings })

const adminReviewsApi = api.enhanceEndpoints({ addTagTypes: ['Review', 'ReviewSettings', 'Waiting'] }).injectEndpoints({
  endpoints: (build) => ({
    /** A page of the reviews; `query` is the query string of the list's URL. */
    adminReviews: build.query({
      ...call('GET /api/reviews', 'AdminReviewPage', (query: string) => ({ query })),
      providesTags: ['Review'],
      keepUnusedDataFor: 0,
    }),
    changeReview: build.mutation({
      ...call('PUT /api/reviews/:id', 'AdminReview', ({ id, ...body }: ReviewChange & { id: string }) => ({
        id,
        body,
      })),
      invalidatesTags: ['Review', 'Waiting'],
    }),
    reviewSettings: build.query({
      ...call('GET /api/review-settings', 'ReviewSettings'),
      providesTags: ['ReviewSettings'],
    }),
    saveReviewSettings: build.mutation({
      ...call('PUT /api/review-settings', 'ReviewSettings', (body: ReviewSettings) => ({ body })),
      invalidatesTags: ['ReviewSettings'],
    }),
  }),
})

export const { useAdminReviewsQuery, useChangeReviewMutation, useReviewSettingsQuery, useSaveReviewSettingsMutation } =
  adminReviewsApi
