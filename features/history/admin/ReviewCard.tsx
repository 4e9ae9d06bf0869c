import { useState } from 'react'
import type { AdminPastReview, PastReviewChange } from '#contract/admin/history.ts'
import { formatCalendarDay } from '#contract/dates.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PAST_REVIEWS, PAST_SOURCE_NAMES } from '../shop/texts.ts'
import { useChangePastReviewMutation } from './historyApi.ts'
import { ProductChoice } from './ProductChoice.tsx'
import { PAST_REVIEW_LIST } from './texts.ts'

type Props = { review: AdminPastReview; say(error: unknown): void }

/** A review with the product that it is about, and what can be done with it. */
export function ReviewCard({ review, say }: Props) {
  const { source, reviewer, rating, text, day, orderNumber, pastOrder, product, hidden, choices } = review
  const [send, { isLoading }] = useChangePastReviewMutation()
  const [isChoosing, setChoosing] = useState(false)
  const change = async (values: PastReviewChange) => {
    const { error } = await send({ id: review._id, ...values })
    say(error)
    if (!error) setChoosing(false)
  }
  const name = reviewer || PAST_REVIEW_LIST.anonymous
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-card p-5 shadow-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span role="img" aria-label={PAST_REVIEWS.stars(rating)} className="text-accent">
          {'★'.repeat(rating)}
        </span>
        <bdi className="font-medium wrap-anywhere">{name}</bdi>
        {hidden && <Badge kind="warning">{PAST_REVIEW_LIST.hidden}</Badge>}
        <span className="text-sm text-muted">
          {PAST_REVIEW_LIST.left(PAST_SOURCE_NAMES[source], formatCalendarDay(day))}
        </span>
        {orderNumber &&
          (pastOrder ? (
            <Link to={`/admin/past-orders/${pastOrder}`} className="inline-flex min-h-11 items-center text-sm">
              {PAST_REVIEW_LIST.order(orderNumber)}
            </Link>
          ) : (
            <span className="text-sm text-muted wrap-anywhere">{PAST_REVIEW_LIST.order(orderNumber)}</span>
          ))}
      </div>
      {text && (
        <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      {product && !isChoosing && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <span className="wrap-anywhere">
            {hidden ? PAST_REVIEW_LIST.hiddenOn : PAST_REVIEW_LIST.shownOn}{' '}
            <Link to={`/products/${product._id}`} className="inline-flex min-h-11 items-center font-medium">
              {product.name}
            </Link>
          </span>
          <Button variant="quiet" onClick={() => setChoosing(true)}>
            {PAST_REVIEW_LIST.change}
          </Button>
          <Button
            variant="quiet"
            isBusy={isLoading}
            aria-label={hidden ? PAST_REVIEW_LIST.showOne(name) : PAST_REVIEW_LIST.hideOne(name)}
            onClick={() => void change({ hidden: !hidden })}
          >
            {hidden ? PAST_REVIEW_LIST.show : PAST_REVIEW_LIST.hide}
          </Button>
        </div>
      )}
      {(!product || isChoosing) && (
        <ProductChoice choices={choices} isBusy={isLoading} onChoose={(id) => void change({ product: id })} />
      )}
    </li>
  )
}
