import type { Product } from '#contract/products.ts'
import type { BuyerReview } from '#contract/reviews.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Stars } from '#web/ui/Stars.tsx'
import { Review } from './Review.tsx'
import { BUYER_REVIEWS } from './texts.ts'

/** How many are shown before a press. */
const AT_FIRST = 6

/** The reviews of a product by those who bought it here. */
export function BuyerReviews({ product: { buyerReviews } }: { product: Product }) {
  if (!buyerReviews) return null
  const { total, average, newest } = buyerReviews
  const [first, rest] = [newest.slice(0, AT_FIRST), newest.slice(AT_FIRST)]
  return (
    <section aria-labelledby="buyer-reviews" className="grid gap-6 border-t border-line py-12 lg:py-16">
      <div className="grid gap-2">
        <h2 id="buyer-reviews" className="text-2xl">
          {BUYER_REVIEWS.heading}
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span aria-hidden="true">
            <Stars stars={Math.round(average)} label="" />
          </span>
          <span className="font-medium">{BUYER_REVIEWS.average(average)}</span>
          <span className="text-sm text-muted">
            {BUYER_REVIEWS.from(total)}
            {total > newest.length && ` ${BUYER_REVIEWS.newest(newest.length)}`}
          </span>
        </p>
      </div>
      <ReviewList reviews={first} />
      {rest.length > 0 && (
        <details className="group flex flex-col-reverse gap-6">
          <summary className="inline-flex min-h-11 w-fit cursor-pointer items-center gap-2 text-accent underline underline-offset-4">
            <span className="group-open:hidden">{BUYER_REVIEWS.more(rest.length)}</span>
            <span className="hidden group-open:inline">{BUYER_REVIEWS.less}</span>
            <Icon name="down" className="size-4 group-open:rotate-180" />
          </summary>
          <ReviewList reviews={rest} />
        </details>
      )}
      <p>
        <Link to="/reviews" className="inline-flex min-h-11 items-center">
          {BUYER_REVIEWS.all}
        </Link>
      </p>
    </section>
  )
}

const ReviewList = ({ reviews }: { reviews: BuyerReview[] }) => (
  <ul className="grid gap-x-8 gap-y-10 md:grid-cols-2 lg:grid-cols-3">
    {reviews.map((review) => (
      <li key={review._id} className="min-w-0">
        <Review review={review} />
      </li>
    ))}
  </ul>
)
