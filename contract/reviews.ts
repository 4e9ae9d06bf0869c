// Reviews by those who bought a piece here, as pages show them.
import { z } from 'zod'
import { id } from './codecs.ts'

/** The most reviews that a product's page shows. */
export const BUYER_REVIEWS_SHOWN = 20

/** A photo of a review. */
export const ReviewPhoto = z
  .object({
    Location: z.string(),
    alt: z.string(),
    width: z.int(),
    height: z.int(),
    placeholder: z.string(),
  })
  .meta({ id: 'ReviewPhoto' })
export type ReviewPhoto = z.infer<typeof ReviewPhoto>

/** A review that is shown. */
export const BuyerReview = z
  .object({
    _id: id,
    stars: z.int().min(1).max(5),
    words: z.string(),
    name: z.string().describe('The name that its writer chose'),
    day: z.iso.date(),
    photos: z.array(ReviewPhoto),
    reply: z.string().optional().describe('The answer of the seller. Only when there is one'),
  })
  .meta({ id: 'BuyerReview' })
export type BuyerReview = z.infer<typeof BuyerReview>

/** The shown reviews of a product: how many there are, the average of their stars, and the newest ones. */
export const BuyerReviews = z
  .object({ total: z.int(), average: z.number(), newest: z.array(BuyerReview) })
  .meta({ id: 'BuyerReviews' })
export type BuyerReviews = z.infer<typeof BuyerReviews>
