import { type PointerEvent, type ReactNode, useState } from 'react'
import type { Focus, ProductImage } from '#contract/products.ts'
import { PHOTOS } from '#web/texts/admin-products.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Icon, LineDrawing } from '#web/ui/Icon.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { FocusPicker } from './FocusPicker.tsx'

const GRIP = 'M9 6v.1M15 6v.1M9 12v.1m6-.1v.1M9 18v.1m6-.1v.1'

type Props = {
  image: ProductImage
  index: number
  count: number
  /** Its role while a photo is dragged. */
  drag: 'none' | 'moving' | 'target'
  onDrag(event: PointerEvent<HTMLElement>): void
  onDescribe(alt: string): void
  onFocus(focus: Focus): void
  onMove(to: number): void
  onRemove(): void
}

const DRAGGED = { none: '', moving: 'opacity-50', target: 'outline-2 outline-offset-4 outline-accent' }

/** A photo of the product with its description, movable by dragging or by buttons, and the part of it that cards show. */
export function PhotoTile({ image, index, count, drag, onDrag, onDescribe, onFocus, onMove, onRemove }: Props) {
  const [isCropping, setCropping] = useState(false)
  const number = index + 1
  return (
    <li
      data-place={index}
      className={`grid grid-cols-[6rem_minmax(0,1fr)] sm:grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2 rounded-md sm:gap-x-5 ${DRAGGED[drag]}`}
    >
      <div onPointerDown={onDrag} className="cursor-grab self-start select-none active:cursor-grabbing">
        <Photo image={image} alt={image.alt || PHOTOS.photo(number)} sizes="7rem" />
      </div>
      <Field
        label={PHOTOS.description(number)}
        hint={PHOTOS.descriptionHint}
        value={image.alt}
        maxLength={300}
        onChange={({ currentTarget }) => onDescribe(currentTarget.value)}
      />
      <div className="col-span-2 -ml-2 flex flex-wrap items-center gap-x-1">
        <span
          data-grip
          onPointerDown={onDrag}
          aria-hidden="true"
          className="hidden size-11 touch-none place-items-center text-muted pointer-coarse:grid"
        >
          <LineDrawing path={GRIP} />
        </span>
        <Tool label={PHOTOS.earlier(number)} isMuted={index === 0} onPress={() => onMove(index - 1)}>
          <Icon name="left" />
        </Tool>
        <Tool label={PHOTOS.later(number)} isMuted={number === count} onPress={() => onMove(index + 1)}>
          <Icon name="right" />
        </Tool>
        <Tool label={PHOTOS.deleteNamed(number)} onPress={onRemove}>
          {PHOTOS.delete}
        </Tool>
        <Tool label={PHOTOS.cropNamed(number)} isOpen={isCropping} onPress={() => setCropping(!isCropping)}>
          {PHOTOS.crop}
        </Tool>
        {index === 0 && (
          <span className="ml-auto">
            <Badge kind="neutral">{PHOTOS.cover}</Badge>
          </span>
        )}
      </div>
      {isCropping && (
        <div className="col-span-2">
          <FocusPicker photo={image} focus={image.focus ?? CENTER} onChange={onFocus} />
        </div>
      )}
    </li>
  )
}

const CENTER: Focus = { x: 50, y: 50 }

type ToolProps = { label: string; isMuted?: boolean; isOpen?: boolean; onPress(): void; children: ReactNode }

/** A muted button keeps the focus, so that keyboard users do not lose it at the ends of the list. */
const Tool = ({ label, isMuted = false, isOpen, onPress, children }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isMuted || undefined}
    aria-expanded={isOpen}
    onClick={() => !isMuted && onPress()}
    className="grid min-h-11 min-w-11 place-items-center rounded-full px-2 text-sm font-semibold text-accent hover:bg-accent-soft focus-visible:rounded-full aria-disabled:text-muted aria-disabled:opacity-60 aria-disabled:hover:bg-transparent"
  >
    {children}
  </button>
)
