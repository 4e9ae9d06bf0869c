import { useEffect, useState } from 'react'
import { RestoredNotice } from '#web/forms/RestoredNotice.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { useFragment } from '#web/forms/use-fragment.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { EMAIL_LINK } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Head } from '#web/ui/Head.tsx'
import { InView } from '#web/ui/InView.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { REVIEW_EDIT_DAYS, REVIEW_NAME_MAX, REVIEW_WAIT_DAYS } from '../limits.ts'
import type { OrderReviews } from '../written-reviews.ts'
import { PieceFields } from './PieceFields.tsx'
import { useOrderReviewsQuery, useWriteReviewsMutation } from './reviewsApi.ts'
import { editablePieces, problemOf, reviewsIn, storedFields } from './written-form.ts'
import { WRITE_REVIEWS } from './written-texts.ts'

/** The target of the link in the email: the reviews of all pieces of an order. */
export default function WriteReviewsPage() {
  const link = useFragment()
  const [isIncomplete, setIncomplete] = useState(false)
  useEffect(() => setIncomplete(!window.location.hash.slice(1)), [])
  const { data, error } = useOrderReviewsQuery(link, { skip: !link, refetchOnMountOrArgChange: true })
  const many = data && data.pieces.length > 1
  const title = WRITE_REVIEWS.title[many ? 'many' : 'one']
  return (
    <div className="mx-auto grid w-full max-w-2xl content-start gap-6 px-5 py-12 md:py-16">
      <Head title={title} noIndex />
      <header className="grid gap-2 text-center">
        <h1>{title}</h1>
        <p className="text-muted">{WRITE_REVIEWS.lead}</p>
      </header>
      {(error || isIncomplete) && (
        <>
          <Alert kind="warning">{isIncomplete ? EMAIL_LINK.incomplete : messageOf(error)}</Alert>
          <ButtonLink to="/shop" variant="secondary" className="justify-self-center">
            {EMAIL_LINK.browse}
          </ButtonLink>
        </>
      )}
      {!data && !error && !isIncomplete && <Skeleton className="h-96" />}
      {data && <ReviewsForm key={link} link={link} loaded={data} />}
    </div>
  )
}

type Props = { link: string; loaded: OrderReviews }

function ReviewsForm({ link, loaded }: Props) {
  const [send, { data: saved }] = useWriteReviewsMutation()
  const stored = saved ?? loaded
  const draft = useFormDraft(`reviews ${link.split('.', 1)}`, storedFields(stored))
  const [photos, setPhotos] = useState(() =>
    Object.fromEntries(loaded.pieces.map(({ line, review }) => [line, review?.photos ?? []] as const)),
  )
  const names = Object.keys(storedFields(stored))
  const { form, problem, errors, isSending, dismiss } = useForm<string>(names, async (fields) => {
    const written = reviewsIn(fields, stored, photos)
    if ('message' in written) return written
    const { error } = await send({ link, name: fields.name ?? '', ...written })
    if (!error) draft.drop()
    return error ? problemOf(error, written.reviews) : null
  })
  const wasWritten = stored.pieces.some(({ review }) => review)
  const isMany = stored.pieces.length > 1
  return (
    <form
      {...form}
      onInput={(event) => {
        form.onInput(event)
        draft.keep(event.currentTarget)
      }}
      className="grid grid-cols-1 gap-6"
    >
      {saved && <Thanks key={JSON.stringify(saved)} saved={saved} />}
      {draft.isRestored && <RestoredNotice onDiscard={draft.drop} />}
      {problem && (
        <InView>
          <Alert onDismiss={dismiss}>{problem.message}</Alert>
        </InView>
      )}
      {stored.pieces.map((piece) => (
        <PieceFields
          key={`${piece.line} ${draft.fieldsKey}`}
          {...{ piece, link, errors }}
          values={draft.values}
          photos={photos[piece.line] ?? []}
          onChange={(change) => setPhotos((before) => ({ ...before, [piece.line]: change(before[piece.line] ?? []) }))}
        />
      ))}
      {editablePieces(stored).length > 0 && (
        <>
          <Field
            key={draft.fieldsKey}
            label={WRITE_REVIEWS.name}
            hint={WRITE_REVIEWS.nameHint}
            name="name"
            autoComplete="given-name"
            defaultValue={draft.values.name}
            maxLength={REVIEW_NAME_MAX}
            {...(errors.name && { error: errors.name })}
          />
          <Button isBusy={isSending}>{WRITE_REVIEWS.publish[wasWritten ? 'again' : isMany ? 'many' : 'one']}</Button>
        </>
      )}
    </form>
  )
}

/** What became of the reviews, and the way to them. */
function Thanks({ saved: { pieces } }: { saved: OrderReviews }) {
  const { voice } = useShop()
  const written = pieces.filter(({ review }) => review)
  const waits = written.some(({ review }) => review?.state === 'waiting')
  return (
    <InView>
      <Alert kind="success">
        <p className="font-medium">{waits ? WRITE_REVIEWS.waits(voice, REVIEW_WAIT_DAYS) : WRITE_REVIEWS.done}</p>
        <p>{WRITE_REVIEWS.edit(REVIEW_EDIT_DAYS)}</p>
        {written.map(
          ({ line, name, slug, review }) =>
            slug &&
            review?.state === 'shown' && (
              <p key={line} className="wrap-anywhere">
                <Link to={`/products/${slug}`} className="inline-flex min-h-11 items-center">
                  {WRITE_REVIEWS.see(name)}
                </Link>
              </p>
            ),
        )}
      </Alert>
    </InView>
  )
}
