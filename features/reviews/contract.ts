// Reviews as those who run the shop read and answer them.
import { z } from 'zod'
import { id, timestamp } from '#contract/codecs.ts'
import { keyword, pageNumber, paging } from '#contract/lists.ts'
import { ReviewPhoto } from '#contract/reviews.ts'
import { REVIEW_FIELDS } from './messages.ts'
import { HidingReason, shownText } from './written-reviews.ts'

/** The most characters of the seller's answer. */
export const REPLY_MAX = 1_000

/** The days between the arrival of an order and the email, from and to. */
export const ASKING_DAYS = { least: 1, most: 60, standard: 7 } as const

/** `waiting`: for the seller to look at. */
export const ReviewList = z.enum(['all', 'waiting', 'hidden'])
export type ReviewList = z.infer<typeof ReviewList>

export const ReviewQuery = z.object({ show: ReviewList.default('all'), keyword: keyword.default(''), pageNumber })
export type ReviewQuery = z.infer<typeof ReviewQuery>

/** What a review has that made it wait. */
export const HELD_FOR = ['link', 'contact', 'language'] as const
export type HeldFor = (typeof HELD_FOR)[number]

export const AdminReview = z
  .object({
    _id: id,
    stars: z.int(),
    words: z.string(),
    name: z.string(),
    photos: z.array(ReviewPhoto),
    state: z.enum(['waiting', 'shown', 'hidden']),
    heldFor: z.enum(HELD_FOR).nullable().describe('What it has that made it wait'),
    showsAt: timestamp.nullable().describe('When one that waits is shown by itself'),
    hiddenFor: HidingReason.nullable(),
    reply: z.string(),
    createdAt: timestamp,
    product: z.object({ _id: id, name: z.string(), slug: z.string().nullable() }),
    order: z.object({ _id: id, number: z.int() }),
  })
  .meta({ id: 'AdminReview' })
export type AdminReview = z.infer<typeof AdminReview>

export const AdminReviewPage = z
  .object({
    reviews: z.array(AdminReview),
    counts: z.object({ waiting: z.int(), hidden: z.int() }),
    ...paging,
  })
  .meta({ id: 'AdminReviewPage' })
export type AdminReviewPage = z.infer<typeof AdminReviewPage>

export const ReviewKey = z.object({ id })

/** Hides a review, or shows it (`hiddenFor` null), or answers it; an empty answer takes the answer back. */
export const ReviewChange = z.object({
  hiddenFor: HidingReason.nullable().optional(),
  reply: shownText(REPLY_MAX, REVIEW_FIELDS.replyTooLong(REPLY_MAX)).optional(),
})
export type ReviewChange = z.infer<typeof ReviewChange>

const daysSentence = REVIEW_FIELDS.days(ASKING_DAYS.least, ASKING_DAYS.most)

/** Whether buyers are asked for reviews, and how many days after their order came. */
export const ReviewSettings = z
  .object({
    isOn: z.boolean(),
    days: z.int(daysSentence).min(ASKING_DAYS.least, daysSentence).max(ASKING_DAYS.most, daysSentence),
  })
  .meta({ id: 'ReviewSettings' })
export type ReviewSettings = z.infer<typeof ReviewSettings>
