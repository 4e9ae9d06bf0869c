import { formatCalendarDay } from '#contract/dates.ts'
import type { BuyerReview } from '#contract/reviews.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Stars } from '#web/ui/Stars.tsx'
import { ReviewPhotos } from './ReviewPhotos.tsx'
import { BUYER_REVIEWS } from './texts.ts'

/** A review with its photos and the seller's answer. */
export function Review({ review: { stars, words, name, day, photos, reply } }: { review: BuyerReview }) {
  const shop = useShop()
  return (
    <div className="grid min-w-0 content-start gap-3">
      <Stars stars={stars} label={BUYER_REVIEWS.stars(stars)} />
      {words && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {words}
        </p>
      )}
      <ReviewPhotos photos={photos} alt={BUYER_REVIEWS.photo(name)} />
      <p className="text-sm text-muted wrap-anywhere">
        <bdi>{name}</bdi>
        {', '}
        <time dateTime={day}>{formatCalendarDay(day)}</time>
      </p>
      {reply && (
        <div className="grid gap-1 border-l-2 border-line pl-4">
          <p className="text-sm font-medium wrap-anywhere">{BUYER_REVIEWS.reply(shop.name)}</p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {reply}
          </p>
        </div>
      )}
    </div>
  )
}
