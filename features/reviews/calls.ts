import { defineCallsOf } from '#contract/calls/define-calls.ts'
import { AdminReview, AdminReviewPage, ReviewChange, ReviewKey, ReviewQuery, ReviewSettings } from './contract.ts'
import { NewReviews, OrderReviews, ReviewLink, UploadedReviewPhoto } from './written-reviews.ts'

export const reviewCalls = defineCallsOf('catalog', {
  // These three are authenticated by the signature of the link.
  'POST /api/reviews/opened': {
    access: 'anyone',
    id: 'openReviews',
    summary: 'Get the pieces of an order that its buyer can review, with the link of the email',
    body: ReviewLink,
    answer: OrderReviews,
  },
  'PUT /api/reviews/written': {
    access: 'anyone',
    id: 'writeReviews',
    summary: 'Write or change the reviews of an order, with the link of the email',
    body: NewReviews,
    answer: OrderReviews,
  },
  'POST /api/reviews/photos': {
    access: 'anyone',
    id: 'uploadReviewPhoto',
    summary: 'Upload a photo for a review, as the body',
    description: 'The header `x-review-link` has the signed part of the link.',
    status: 201,
    answer: UploadedReviewPhoto,
  },
  'GET /api/reviews': {
    access: 'admin',
    id: 'listReviews',
    summary: 'List and search the reviews of buyers, newest first',
    query: ReviewQuery,
    answer: AdminReviewPage,
  },
  'PUT /api/reviews/:id': {
    access: 'admin',
    id: 'updateReview',
    summary: 'Answer a review, hide it for a reason, or show it',
    params: ReviewKey,
    body: ReviewChange,
    answer: AdminReview,
  },
  'GET /api/review-settings': {
    access: 'admin',
    part: undefined,
    id: 'getReviewSettings',
    summary: 'Get whether buyers are asked for reviews, and when',
    answer: ReviewSettings,
  },
  'PUT /api/review-settings': {
    access: 'admin',
    part: undefined,
    id: 'updateReviewSettings',
    summary: 'Say whether buyers are asked for reviews, and when',
    body: ReviewSettings,
    answer: ReviewSettings,
  },
})
