import { useRef, useState } from 'react'
import type { ReviewPhoto } from '#contract/reviews.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { REVIEW_PHOTOS_MAX } from '../limits.ts'
import { ACCEPTED_PHOTOS, sendPhoto } from './send-photo.ts'
import { WRITE_REVIEWS } from './written-texts.ts'

type Props = {
  link: string
  piece: string
  photos: readonly ReviewPhoto[]
  onChange(change: (photos: readonly ReviewPhoto[]) => readonly ReviewPhoto[]): void
}

/** The photos of a review, which are sent as soon as they are chosen. */
export function PhotosField({ link, piece, photos, onChange }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState(0)
  const [problem, setProblem] = useState<string>()
  const room = REVIEW_PHOTOS_MAX - photos.length - sending
  const send = async (files: File[]) => {
    setProblem(undefined)
    setSending((before) => before + files.length)
    for (const file of files) {
      try {
        const photo = await sendPhoto(link, file)
        onChange((before) => [...before, photo])
      } catch (error) {
        setProblem((error as Error).message)
      }
      setSending((before) => before - 1)
    }
  }
  return (
    <div className="grid gap-3">
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {photos.map((photo, at) => (
            <li key={photo.Location} className="relative">
              <Photo
                image={photo}
                alt={WRITE_REVIEWS.photo(at + 1, piece)}
                sizes="7rem"
                className="size-28 rounded-md"
              />
              <button
                type="button"
                aria-label={WRITE_REVIEWS.removePhoto(at + 1, piece)}
                onClick={() => onChange((before) => before.filter(({ Location }) => Location !== photo.Location))}
                className="absolute top-0 right-0 grid size-11 place-items-center rounded-bl-md bg-card text-ink"
              >
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem && <Alert onDismiss={() => setProblem(undefined)}>{problem}</Alert>}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={ACCEPTED_PHOTOS}
        aria-label={WRITE_REVIEWS.addPhotosOf(piece)}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])].slice(0, room)
          currentTarget.value = ''
          void send(files)
        }}
      />
      {(room > 0 || sending > 0) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="button"
            variant="secondary"
            isBusy={sending > 0}
            aria-label={WRITE_REVIEWS.addPhotosOf(piece)}
            onClick={() => chooser.current?.click()}
          >
            {WRITE_REVIEWS.addPhotos}
          </Button>
          <p className="text-sm text-muted" role="status">
            {sending > 0 ? WRITE_REVIEWS.sending(sending) : WRITE_REVIEWS.photoHint(REVIEW_PHOTOS_MAX)}
          </p>
        </div>
      )}
    </div>
  )
}
