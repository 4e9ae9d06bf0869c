// Etsy's reviews as its download of the seller's data has them (reviews.json). They name the order and not the product.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { entitiesRead } from './etsy.ts'
import { type JsonObject, objectsIn, parsedJson } from './json-list.ts'
import type { Unreadable } from './listing.ts'
import { type PastReview, pastDayOf, pastLine, pastText } from './past-order.ts'
import { IMPORT_PROBLEMS } from './texts.ts'

/** Whether the start of a JSON file is one of reviews: no text in it can look like this name of a field. */
export const isEtsyReviews = (head: string) => /[{,]\s*"(star_rating|date_reviewed)"\s*:/.test(head)

/** The reviews of a JSON file, one after the other. Throws import_refused for a file that is no list. */
export async function* etsyReviews(text: AsyncIterable<string>): AsyncGenerator<PastReview | Unreadable> {
  for await (const object of objectsIn(text, 'reviews')) yield reviewOf(object)
}

const TextOrNumber = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? ''))

const Review = z.object({
  reviewer: TextOrNumber,
  date_reviewed: TextOrNumber,
  star_rating: TextOrNumber,
  message: TextOrNumber,
  order_id: TextOrNumber,
})

function reviewOf({ text, line, lastLine }: JsonObject): PastReview | Unreadable {
  const { data } = Review.safeParse(parsedJson(text))
  if (!data) return { line, lastLine, problem: IMPORT_PROBLEMS.noReview }
  const notes: string[] = []
  const rating = Number(data.star_rating.trim() || Number.NaN)
  const isRating = Number.isInteger(rating) && rating >= 1 && rating <= 5
  const review = {
    orderId: pastLine(data.order_id),
    reviewer: pastLine(entitiesRead(data.reviewer)),
    rating: isRating ? rating : 1,
    text: pastText(entitiesRead(data.message), notes),
    day: pastDayOf(data.date_reviewed),
  }
  const key = createHash('sha256').update(JSON.stringify(review)).digest('hex')
  return { ...review, key, line, lastLine, notes, ...(!isRating && { problem: IMPORT_PROBLEMS.noRating }) }
}
