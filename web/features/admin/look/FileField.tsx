import { type ChangeEvent, useId, useRef } from 'react'
import { ACCEPTED_PHOTOS } from '#contract/admin/uploads.ts'
import { LOOK_PHOTO } from '../../../texts/admin-look.ts'
import { Button } from '../../../ui/Button.tsx'
import type { LookSlot, LookUploads, Sender } from './use-look-uploads.ts'

type Props<Sent> = Sender<Sent> & { label: string; hint?: string; slot: LookSlot; uploads: LookUploads }

/** A button that uploads one picture. */
export function FileField<Sent>({ label, hint, slot, uploads, send, onSent }: Props<Sent>) {
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const { isSending = false, problem } = uploads.of(slot)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    if (file) uploads.start(slot, file, { send, onSent })
    // Lets the seller choose the same file again.
    currentTarget.value = ''
  }
  const note = problem ?? hint
  return (
    <div className="grid justify-items-start gap-2">
      <input ref={input} type="file" hidden aria-label={label} accept={ACCEPTED_PHOTOS} onChange={choose} />
      <Button
        type="button"
        variant="secondary"
        isBusy={isSending}
        aria-describedby={note ? noteId : undefined}
        onClick={() => input.current?.click()}
      >
        {isSending ? LOOK_PHOTO.uploading : label}
      </Button>
      {note && (
        <p
          id={noteId}
          role={problem ? 'alert' : undefined}
          className={`text-sm ${problem ? 'font-medium text-bad' : 'text-muted'}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}
