// The fields of the form in which buyers write reviews, by the lines of their order.
import type { FormProblem } from '#web/forms/problems.ts'
import { issuesOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { REVIEW_FIELDS } from '../messages.ts'
import type { NewReviews, OrderReviews, ReviewedPiece } from '../written-reviews.ts'
import { WRITE_REVIEWS } from './written-texts.ts'

export const starsName = (line: number) => `stars-${line}`
export const wordsName = (line: number) => `words-${line}`

type Fields = Record<string, string>
/** The addresses of the photos, by the line of their piece. */
type PhotoAddresses = Record<number, readonly { Location: string }[]>

export const editablePieces = ({ pieces }: OrderReviews): ReviewedPiece[] =>
  pieces.filter(({ review }) => !review || review.isEditable)

/** What the fields say before anybody types. */
export const storedFields = (stored: OrderReviews): Fields => ({
  name: stored.name,
  ...Object.fromEntries(
    editablePieces(stored).flatMap(({ line, review }) => [
      [starsName(line), review ? String(review.stars) : ''],
      [wordsName(line), review?.words ?? ''],
    ]),
  ),
})

/** The reviews of the pieces with stars, or what is wrong with the fields. */
export function reviewsIn(
  fields: Fields,
  stored: OrderReviews,
  photos: PhotoAddresses,
): { reviews: NewReviews['reviews'] } | FormProblem {
  const pieces = editablePieces(stored).map(({ line }) => ({
    line,
    stars: Number(fields[starsName(line)]),
    words: fields[wordsName(line)] ?? '',
    photos: (photos[line] ?? []).map(({ Location }) => Location),
  }))
  const starless = pieces.filter(({ stars, words, photos }) => !stars && (words.trim() || photos.length > 0))
  const isEmpty = pieces.every(({ stars }) => !stars)
  const [first] = pieces
  const wrong = starless.length > 0 ? starless : isEmpty && first ? [first] : []
  const errors: Fields = Object.fromEntries(wrong.map(({ line }) => [starsName(line), REVIEW_FIELDS.stars]))
  if (!fields.name?.trim()) errors.name = REVIEW_FIELDS.enterName
  const [message] = Object.values(errors)
  if (message) return { message: isEmpty ? WRITE_REVIEWS.chooseStars : message, fields: errors }
  return { reviews: pieces.filter(({ stars }) => stars) }
}

const FIELD_PATTERN = /reviews\.(\d+)\.(stars|words)$/

/** Why the shop has refused these reviews, with its sentences at their fields. */
export function problemOf(error: unknown, reviews: NewReviews['reviews']): FormProblem {
  const problem = formProblemOf(error)
  const ofPieces = issuesOf(error as ApiFailure).flatMap(({ path, message }) => {
    const [, at, field] = FIELD_PATTERN.exec(path) ?? []
    const line = reviews[Number(at)]?.line
    return line === undefined || !field ? [] : [[field === 'stars' ? starsName(line) : wordsName(line), message]]
  })
  return { ...problem, fields: { ...problem.fields, ...Object.fromEntries(ofPieces) } }
}
