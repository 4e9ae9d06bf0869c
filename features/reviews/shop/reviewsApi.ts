import { api, clientOf } from '#web/lib/api.ts'
import type { reviewCalls } from '../calls.ts'
import type { NewReviews } from '../written-reviews.ts'

/** The schemas of this feature load with its first call, as those of the shop do. */
const { call, decoded } = clientOf<typeof reviewCalls>()(() => import('./wire.ts'))

const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The pieces of the order that the signed part of a link is for. */
    orderReviews: build.query({
      ...call('POST /api/reviews/opened', 'OrderReviews', (link: string) => ({ body: { link }, isAnonymous: true })),
      keepUnusedDataFor: 0,
    }),
    writeReviews: build.mutation({
      ...call('PUT /api/reviews/written', 'OrderReviews', (body: NewReviews) => ({ body, isAnonymous: true })),
    }),
  }),
})

export const { useOrderReviewsQuery, useWriteReviewsMutation } = reviewsApi

export const readPhoto = decoded('UploadedReviewPhoto')
