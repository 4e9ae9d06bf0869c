// What buyers write about the pieces of their orders, by the link of an email.
import { z } from 'zod'
import { isUnprintable } from '#contract/answers.ts'
import { normalizedText } from '#contract/normalized-text.ts'
import { ReviewPhoto } from '#contract/reviews.ts'
import { HIDING_REASONS, REVIEW_NAME_MAX, REVIEW_PHOTOS_MAX, REVIEW_WORDS_MAX } from './limits.ts'
import { REVIEW_FIELDS } from './messages.ts'

export const HidingReason = z.enum(HIDING_REASONS)
export type HidingReason = z.infer<typeof HidingReason>

const stars = z.int(REVIEW_FIELDS.stars).min(1, REVIEW_FIELDS.stars).max(5, REVIEW_FIELDS.stars)

/** The signed part of the link to write reviews. */
export const ReviewLink = z.object({ link: z.string().max(200) })

/** A text as it is stored. Piles of accents and signs that turn the direction of a text are refused. */
export const shownText = (max: number, tooLong: string) =>
  z
    .string()
    .overwrite(normalizedText)
    .max(max, tooLong)
    .refine((text) => !isUnprintable(text), REVIEW_FIELDS.unprintable)

const words = shownText(REVIEW_WORDS_MAX, REVIEW_FIELDS.wordsTooLong(REVIEW_WORDS_MAX))

const NewReview = z.object({
  line: z.int().min(0).max(10_000),
  stars,
  words: words.default(''),
  photos: z
    .array(z.string().max(100))
    .max(REVIEW_PHOTOS_MAX, REVIEW_FIELDS.photosTooMany(REVIEW_PHOTOS_MAX))
    .default([]),
})

/** The reviews of an order, by the lines of its pieces. */
export const NewReviews = ReviewLink.extend({
  name: shownText(REVIEW_NAME_MAX, REVIEW_FIELDS.nameTooLong(REVIEW_NAME_MAX)).refine(
    (name) => name !== '' && !name.includes('\n'),
    REVIEW_FIELDS.enterName,
  ),
  reviews: z
    .array(NewReview)
    .min(1, REVIEW_FIELDS.stars)
    .max(100)
    .refine((reviews) => new Set(reviews.map(({ line }) => line)).size === reviews.length),
})
export type NewReviews = z.infer<typeof NewReviews>

/** A review as its writer sees it. */
const OwnReview = z
  .object({
    stars,
    words: z.string(),
    photos: z.array(ReviewPhoto),
    state: z.enum(['waiting', 'shown', 'hidden']),
    hiddenFor: HidingReason.nullable(),
    isEditable: z.boolean(),
  })
  .meta({ id: 'OwnReview' })

const ReviewedPiece = z
  .object({
    line: z.int(),
    name: z.string(),
    slug: z.string().nullable().describe('Null when it has no page any more'),
    image: ReviewPhoto.nullable(),
    review: OwnReview.nullable(),
  })
  .meta({ id: 'ReviewedPiece' })
export type ReviewedPiece = z.infer<typeof ReviewedPiece>

/** The pieces of an order with what their buyer wrote about them. */
export const OrderReviews = z
  .object({
    name: z.string().describe('The name to show with the reviews'),
    pieces: z.array(ReviewedPiece),
  })
  .meta({ id: 'OrderReviews' })
export type OrderReviews = z.infer<typeof OrderReviews>

/** A photo that was uploaded for a review. */
export const UploadedReviewPhoto = ReviewPhoto
