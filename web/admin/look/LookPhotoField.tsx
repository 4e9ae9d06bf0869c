import type { LookPhoto } from '#contract/look.ts'
import { FocusPicker } from '#web/admin/photos/FocusPicker.tsx'
import { sendPhoto } from '#web/admin/photos/send-photo.ts'
import { LOOK_PHOTO } from '#web/texts/admin-look.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FileField } from './FileField.tsx'
import type { LookSlot, LookUploads } from './use-look-uploads.ts'

type Props = {
  label: string
  photo: LookPhoto | null
  slot: LookSlot
  uploads: LookUploads
  onChange(photo: LookPhoto | null): void
}

/** A photo of the look: its file, its description, and the part of it that stays in view. */
export function LookPhotoField({ label, photo, slot, uploads, onChange }: Props) {
  return (
    <div className="grid gap-4">
      {photo && <FocusPicker photo={photo} focus={photo.focus} onChange={(focus) => onChange({ ...photo, focus })} />}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <FileField
          label={photo ? LOOK_PHOTO.replace : LOOK_PHOTO.add(label)}
          slot={slot}
          uploads={uploads}
          send={sendPhoto}
          onSent={(image) => onChange({ ...image, alt: '', focus: { x: 50, y: 50 } })}
        />
        {photo && (
          <Button type="button" variant="quiet" onClick={() => onChange(null)}>
            {LOOK_PHOTO.remove}
          </Button>
        )}
      </div>
      {photo && (
        <Field
          label={LOOK_PHOTO.alt}
          hint={LOOK_PHOTO.altHint}
          maxLength={300}
          value={photo.alt}
          onChange={({ currentTarget }) => onChange({ ...photo, alt: currentTarget.value })}
        />
      )}
    </div>
  )
}
