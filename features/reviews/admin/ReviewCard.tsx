import { useState } from 'react'
import { formatDay } from '#contract/dates.ts'
import { useHasDraft } from '#web/forms/use-draft-owner.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Stars } from '#web/ui/Stars.tsx'
import type { AdminReview, ReviewChange } from '../contract.ts'
import { ReviewPhotos } from '../shop/ReviewPhotos.tsx'
import { BUYER_REVIEWS } from '../shop/texts.ts'
import { useChangeReviewMutation } from './adminReviewsApi.ts'
import { HideForm } from './HideForm.tsx'
import { ReplyForm, replyDraft } from './ReplyForm.tsx'
import { REVIEW_LIST } from './texts.ts'

/** A review with its piece and order, the seller's answer, and what she can do with it. */
export function ReviewCard({ review }: { review: AdminReview }) {
  const { _id: id, name, state, reply } = review
  const [send, { isLoading, error, reset }] = useChangeReviewMutation()
  const [open, setOpen] = useState<'reply' | 'hide' | null>(useHasDraft(replyDraft(id)) ? 'reply' : null)
  const change = async (fields: ReviewChange) => {
    const answer = await send({ id, ...fields })
    if (!answer.error) setOpen(null)
    return !answer.error
  }
  const forms = { isBusy: isLoading, onCancel: () => setOpen(null) }
  return (
    <li className="grid gap-4 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-6">
      <Written review={review} />
      {reply && open !== 'reply' && (
        <div className="grid gap-1 border-l-2 border-line pl-4">
          <p className="text-sm font-medium">{REVIEW_LIST.yourAnswer}</p>
          <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
            {reply}
          </p>
        </div>
      )}
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {open === 'reply' && (
        <ReplyForm id={id} name={name} reply={reply} {...forms} onSave={(text) => change({ reply: text })} />
      )}
      {open === 'hide' && <HideForm name={name} {...forms} onHide={(hiddenFor) => void change({ hiddenFor })} />}
      {!open && (
        <div className="flex flex-wrap gap-x-6">
          <Action name={name} onPress={() => setOpen('reply')}>
            {reply ? REVIEW_LIST.editAnswer : REVIEW_LIST.answer}
          </Action>
          {state !== 'shown' && (
            <Action name={name} isBusy={isLoading} onPress={() => void change({ hiddenFor: null })}>
              {state === 'hidden' ? REVIEW_LIST.showAgain : REVIEW_LIST.show}
            </Action>
          )}
          {state !== 'hidden' && (
            <Action name={name} onPress={() => setOpen('hide')}>
              {REVIEW_LIST.hide}
            </Action>
          )}
        </div>
      )}
    </li>
  )
}

type ActionProps = { name: string; children: string; isBusy?: boolean; onPress(): void }

const Action = ({ name, children, isBusy = false, onPress }: ActionProps) => (
  <Button type="button" variant="quiet" isBusy={isBusy} aria-label={REVIEW_LIST.by(children, name)} onClick={onPress}>
    {children}
  </Button>
)

/** What the buyer wrote, about what, and why it is not shown. */
function Written({ review }: { review: AdminReview }) {
  const { stars, words, name, photos, state, heldFor, showsAt, hiddenFor, createdAt, product, order } = review
  const { timeZone } = useShop()
  return (
    <>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Stars stars={stars} label={BUYER_REVIEWS.stars(stars)} />
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          {state !== 'shown' && (
            <Badge kind={state === 'hidden' ? 'warning' : 'neutral'}>{REVIEW_LIST.states[state]}</Badge>
          )}
        </div>
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
          <span className="wrap-anywhere">
            {product.slug ? (
              <Link to={`/products/${product.slug}`} className="inline-flex min-h-11 items-center">
                {product.name}
              </Link>
            ) : (
              product.name
            )}
          </span>
          <Link to={`/order/${order._id}`} className="inline-flex min-h-11 items-center">
            {REVIEW_LIST.order(order.number)}
          </Link>
          <span>{REVIEW_LIST.written(formatDay(createdAt, timeZone))}</span>
        </p>
      </div>
      <p dir="auto" className={`max-w-prose whitespace-pre-line wrap-anywhere ${words ? '' : 'text-muted'}`}>
        {words || REVIEW_LIST.noWords}
      </p>
      <ReviewPhotos photos={photos} alt={REVIEW_LIST.photo(name)} />
      {state === 'waiting' && heldFor && (
        <p className="rounded-md bg-sand px-4 py-3">
          {REVIEW_LIST.heldFor[heldFor]} {showsAt && REVIEW_LIST.showsOn(formatDay(showsAt, timeZone))}
        </p>
      )}
      {hiddenFor && (
        <p className="rounded-md bg-sand px-4 py-3">{REVIEW_LIST.hiddenFor(REVIEW_LIST.reasons[hiddenFor])}</p>
      )}
    </>
  )
}
