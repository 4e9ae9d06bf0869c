import type { ShopPage } from '#web/shop/slots/shop-page.ts'

/** The page of the link in the email. */
export const reviewsPages: readonly ShopPage[] = [
  { path: '/reviews/write', screen: 'features/reviews/shop/WriteReviewsPage' },
]
