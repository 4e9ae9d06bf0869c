import { useId } from 'react'
import { ACCEPTED_PHOTOS } from '#contract/admin/uploads.ts'
import { FileButton } from '#web/admin/lib/FileButton.tsx'
import { LOOK_PHOTO } from '#web/texts/admin-look.ts'
import type { LookSlot, LookUploads, Sender } from './use-look-uploads.ts'

type Props<Sent> = Sender<Sent> & { label: string; hint?: string; slot: LookSlot; uploads: LookUploads }

/** A button that uploads one picture. */
export function FileField<Sent>({ label, hint, slot, uploads, send, onSent }: Props<Sent>) {
  const noteId = useId()
  const { isSending = false, problem } = uploads.of(slot)
  const note = problem ?? hint
  return (
    <div className="grid justify-items-start gap-2">
      <FileButton
        label={label}
        accept={ACCEPTED_PHOTOS}
        noteId={note ? noteId : undefined}
        isBusy={isSending}
        onChoose={([file]) => file && uploads.start(slot, file, { send, onSent })}
      >
        {isSending ? LOOK_PHOTO.uploading : label}
      </FileButton>
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
