import { type PointerEvent, useId } from 'react'
import type { LookPhoto } from '#contract/look.ts'
import { photoUrl } from '#contract/photos.ts'
import { LOOK_PHOTO } from '../../../texts/admin-look.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { sendPhoto } from '../products/photos/send-photo.ts'
import { FileField } from './FileField.tsx'

type Props = { label: string; photo: LookPhoto | null; onChange(photo: LookPhoto | null): void }

/** A photo of the look: its file, its description, and the part of it that stays in view. */
export function LookPhotoField({ label, photo, onChange }: Props) {
  return (
    <div className="grid gap-4">
      {photo && <FocusPicker photo={photo} onChange={onChange} />}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <FileField
          label={photo ? LOOK_PHOTO.replace : LOOK_PHOTO.add(label)}
          busy={LOOK_PHOTO.uploading}
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

type PickerProps = { photo: LookPhoto; onChange(photo: LookPhoto): void }

/** The whole photo with a ring around its focus: placed by a press, or with the two sliders. */
function FocusPicker({ photo, onChange }: PickerProps) {
  const { x, y } = photo.focus
  const hintId = useId()
  const place = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const share = (part: number, whole: number) => Math.round(Math.min(1, Math.max(0, part / whole)) * 100)
    onChange({ ...photo, focus: { x: share(clientX - box.left, box.width), y: share(clientY - box.top, box.height) } })
  }
  return (
    <div className="grid gap-2">
      <div className="relative cursor-crosshair overflow-hidden rounded-md bg-sand" onPointerDown={place}>
        <img
          src={photoUrl(photo.Location, 640, 'webp')}
          alt={photo.alt}
          width={photo.width}
          height={photo.height}
          draggable={false}
          className="h-auto w-full"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-10 -translate-1/2 rounded-full border-2 border-card shadow-lg ring-2 ring-ink"
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      </div>
      <p id={hintId} className="text-sm text-muted">
        {LOOK_PHOTO.focusHint}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Slider
          label={LOOK_PHOTO.across}
          value={x}
          onChange={(value) => onChange({ ...photo, focus: { x: value, y } })}
        />
        <Slider
          label={LOOK_PHOTO.down}
          value={y}
          onChange={(value) => onChange({ ...photo, focus: { x, y: value } })}
        />
      </div>
    </div>
  )
}

const Slider = ({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) => (
  <label className="grid gap-1 text-sm font-medium">
    {label}
    <input
      type="range"
      min={0}
      max={100}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      className="min-h-8 accent-accent"
    />
  </label>
)
