// What a seller brings along of another shop's past besides its products.
import { z } from 'zod'

/** The shops whose past orders and reviews are kept. */
export const PAST_SOURCES = ['etsy', 'shopify', 'square', 'woocommerce'] as const
export type PastSource = (typeof PAST_SOURCES)[number]

/** The most reviews that a product's page shows. */
export const SHOWN_REVIEWS = 20

/** A review that was left in another shop, on the page of the product that it is about. */
export const PastReview = z
  .object({
    source: z.enum(PAST_SOURCES),
    reviewer: z.string(),
    rating: z.int().min(1).max(5),
    text: z.string(),
    day: z.iso.date(),
  })
  .meta({ id: 'PastReview' })
export type PastReview = z.infer<typeof PastReview>

/** The reviews of a product that were left in other shops: how many there are, and the newest ones. */
export const PastReviews = z.object({ total: z.int(), newest: z.array(PastReview) }).meta({ id: 'PastReviews' })
export type PastReviews = z.infer<typeof PastReviews>
