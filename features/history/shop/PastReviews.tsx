import { formatCalendarDay } from '#contract/dates.ts'
import type { PastReview } from '#contract/history.ts'
import type { Product } from '#contract/products.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Stars } from '#web/ui/Stars.tsx'
import { PAST_REVIEWS, PAST_SOURCE_NAMES } from './texts.ts'

/** How many are shown before a press. */
const AT_FIRST = 6

/** Reviews that were left of a product in another shop. They count in no rating, and no structured data has them. */
export function PastReviews({ product: { reviews } }: { product: Product }) {
  if (!reviews) return null
  const { total, newest } = reviews
  const sources = [...new Set(newest.map(({ source }) => PAST_SOURCE_NAMES[source]))].join(' / ')
  const [first, rest] = [newest.slice(0, AT_FIRST), newest.slice(AT_FIRST)]
  return (
    <section aria-labelledby="past-reviews" className="grid gap-6 border-t border-line py-12 lg:py-16">
      <div className="grid gap-2">
        <h2 id="past-reviews" className="text-2xl">
          {PAST_REVIEWS.heading(sources)}
        </h2>
        <p className="max-w-prose text-sm text-muted">
          {PAST_REVIEWS.about(total)}
          {total > newest.length && ` ${PAST_REVIEWS.newest(newest.length)}`}
        </p>
      </div>
      <ReviewList reviews={first} />
      {rest.length > 0 && (
        <details className="group flex flex-col-reverse gap-6">
          <summary className="inline-flex min-h-11 w-fit cursor-pointer items-center gap-2 text-accent underline underline-offset-4">
            <span className="group-open:hidden">{PAST_REVIEWS.more(rest.length)}</span>
            <span className="hidden group-open:inline">{PAST_REVIEWS.less}</span>
            <Icon name="down" className="size-4 group-open:rotate-180" />
          </summary>
          <ReviewList reviews={rest} />
        </details>
      )}
    </section>
  )
}

const ReviewList = ({ reviews }: { reviews: PastReview[] }) => (
  <ul className="grid gap-x-8 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
    {reviews.map((review, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the page is never rendered a second time
      <Review key={index} review={review} />
    ))}
  </ul>
)

const Review = ({ review: { source, reviewer, rating, text, day } }: { review: PastReview }) => (
  <li className="grid min-w-0 content-start gap-2">
    <p>
      <Stars stars={rating} label={PAST_REVIEWS.stars(rating)} />
    </p>
    {text && (
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    )}
    <p className="text-sm text-muted wrap-anywhere">
      {reviewer && (
        <>
          <bdi>{reviewer}</bdi>
          {', '}
        </>
      )}
      <time dateTime={day}>{formatCalendarDay(day)}</time>
      {` · ${PAST_REVIEWS.left(PAST_SOURCE_NAMES[source])}`}
    </p>
  </li>
)
