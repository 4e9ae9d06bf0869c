import type { BuyerReview, ReviewPhoto } from '#contract/reviews.ts'

/** A review with the piece that it is about, as it was called when it was bought. Without a slug it has no page. */
export type ShopReview = BuyerReview & {
  piece: { name: string; slug: string | null; image: ReviewPhoto | null }
}

/** A page of the reviews of all pieces, and the average of the stars of all. */
export type ShopReviewPage = {
  page: number
  pages: number
  total: number
  average: number
  reviews: ShopReview[]
}
