import { defineFeature } from '#server/shop/feature.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { reviewCalls } from '../calls.ts'
import { reviewReads, tagsOfReviewNotice } from './added-data.ts'
import { waitingReviews } from './admin-reviews.ts'
import { reviewsCsv } from './archive-file.ts'
import { startAskingBuyers } from './ask-buyers.ts'
import { ofPeople } from './person-hooks.ts'
import { REVIEW_POLICIES } from './rate-limits.ts'
import { reviewMessages } from './review-mails.ts'
import { usedReviewPhotos } from './review-photos.ts'
import { adminReviewRoutes, reviewPhotoRoutes, writtenReviewRoutes } from './routes.ts'
import { startShowingReviews } from './show-overdue.ts'
import { hasReviews, reviewsOfProduct, toReviews } from './shown-reviews.ts'

declare module '#contract/admin/waiting.ts' {
  interface WaitingThings {
    reviews: number
  }
}

/** Reviews by those who bought a piece here, who are asked some days after it came. */
export const reviews = defineFeature({
  name: 'reviews',
  calls: reviewCalls,
  sections: {
    reviews: 'Reviews of pieces by those who bought them here',
    'review-settings': 'Whether buyers are asked for reviews',
  },
  routes: [writtenReviewRoutes, reviewPhotoRoutes, adminReviewRoutes],
  policies: REVIEW_POLICIES,
  jobs: [startAskingBuyers, startShowingReviews],
  products: { page: { buyerReviews: { sql: reviewsOfProduct(products.id), write: toReviews } } },
  reads: reviewReads,
  notices: tagsOfReviewNotice,
  pages: async (db) => ((await hasReviews(db)) ? ['/reviews'] : []),
  messages: reviewMessages,
  usedPhotos: usedReviewPhotos,
  people: ofPeople,
  desk: {
    files: (db) => [{ name: 'orders/reviews.csv', input: reviewsCsv(db) }],
    waiting: (db) => ({ reviews: waitingReviews(db) }),
  },
})
