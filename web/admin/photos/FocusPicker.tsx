import { type PointerEvent, useId } from 'react'
import { photoUrl } from '#contract/photos.ts'
import type { Focus, ProductImage } from '#contract/products.ts'
import { LOOK_PHOTO } from '#web/texts/admin-look.ts'

type Props = { photo: ProductImage; focus: Focus; onChange(focus: Focus): void }

/** The whole photo with a ring around its focus: placed by a press, or with the two sliders. */
export function FocusPicker({ photo, focus, onChange }: Props) {
  const { x, y } = focus
  const hintId = useId()
  const place = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const share = (part: number, whole: number) => Math.round(Math.min(1, Math.max(0, part / whole)) * 100)
    onChange({ x: share(clientX - box.left, box.width), y: share(clientY - box.top, box.height) })
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
        <Slider label={LOOK_PHOTO.across} value={x} onChange={(value) => onChange({ x: value, y })} />
        <Slider label={LOOK_PHOTO.down} value={y} onChange={(value) => onChange({ x, y: value })} />
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
