import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import { REVIEW_WORDS_MAX } from '../limits.ts'
import type { ReviewedPiece } from '../written-reviews.ts'
import { PhotosField } from './PhotosField.tsx'
import { StarsField } from './StarsField.tsx'
import { starsName, wordsName } from './written-form.ts'
import { WRITE_REVIEWS } from './written-texts.ts'

type Props = {
  piece: ReviewedPiece
  /** What the fields open with, and their errors, by their names. */
  values: Record<string, string>
  errors: Partial<Record<string, string>>
} & Pick<Parameters<typeof PhotosField>[0], 'link' | 'photos' | 'onChange'>

/** The review of one piece of the order: its fields, or what it says when it can no longer be changed. */
export function PieceFields({ piece, values, errors, ...photos }: Props) {
  const { line, name, image, review } = piece
  const wordsError = errors[wordsName(line)]
  return (
    <Panel>
      <section aria-labelledby={`piece-${line}`} className="grid gap-5">
        <div className="flex items-center gap-4">
          <Photo image={image ?? PLACEHOLDER_PHOTO} alt="" sizes="5rem" className="size-20 shrink-0 rounded-md" />
          <h2 id={`piece-${line}`} className="min-w-0 text-xl break-words">
            {name}
          </h2>
        </div>
        {review?.hiddenFor && <p className="rounded-md bg-sand px-4 py-3">{WRITE_REVIEWS.hidden[review.hiddenFor]}</p>}
        {review?.state === 'waiting' && <p className="rounded-md bg-sand px-4 py-3">{WRITE_REVIEWS.waiting}</p>}
        {review && !review.isEditable ? (
          <>
            <p className="font-medium">
              {WRITE_REVIEWS.starsOf(review.stars, WRITE_REVIEWS.starWords[review.stars - 1] ?? '')}
            </p>
            {review.words && <p className="whitespace-pre-line wrap-anywhere">{review.words}</p>}
            <p className="text-sm text-muted">{WRITE_REVIEWS.closed}</p>
          </>
        ) : (
          <>
            <StarsField
              name={starsName(line)}
              defaultValue={values[starsName(line)] ?? ''}
              error={errors[starsName(line)]}
            />
            <TextAreaField
              label={WRITE_REVIEWS.words}
              hint={WRITE_REVIEWS.wordsHint}
              name={wordsName(line)}
              defaultValue={values[wordsName(line)]}
              maxLength={REVIEW_WORDS_MAX}
              {...(wordsError && { error: wordsError })}
              className="min-h-28"
            />
            <PhotosField piece={name} {...photos} />
          </>
        )}
      </section>
    </Panel>
  )
}
