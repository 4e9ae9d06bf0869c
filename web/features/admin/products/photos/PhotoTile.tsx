import type { PointerEvent, ReactNode } from 'react'
import type { ProductImage } from '#contract/products.ts'
import { PHOTOS } from '../../../../texts/admin-products.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { Photo } from '../../../../ui/Photo.tsx'

type Props = {
  image: ProductImage
  index: number
  count: number
  /** Its role while a photo is dragged. */
  drag: 'none' | 'moving' | 'target'
  onDrag(event: PointerEvent<HTMLElement>): void
  onDescribe(alt: string): void
  onMove(to: number): void
  onRemove(): void
}

const DRAGGED = { none: '', moving: 'opacity-50', target: 'outline-2 outline-offset-4 outline-accent' }

/** A photo of the product with its description, movable by dragging or by buttons. */
export function PhotoTile({ image, index, count, drag, onDrag, onDescribe, onMove, onRemove }: Props) {
  const number = index + 1
  return (
    <li
      data-place={index}
      className={`grid grid-cols-[6rem_minmax(0,1fr)] sm:grid-cols-[7rem_minmax(0,1fr)] gap-4 rounded-md sm:gap-5 ${DRAGGED[drag]}`}
    >
      <div onPointerDown={onDrag} className="relative cursor-grab self-start select-none active:cursor-grabbing">
        <Photo image={image} alt={image.alt || PHOTOS.photo(number)} sizes="7rem" />
        <span
          data-grip
          aria-hidden="true"
          className="absolute right-1 bottom-1 hidden size-11 touch-none place-items-center rounded-full border border-line bg-card text-ink pointer-coarse:grid"
        >
          <Icon name="grip" />
        </span>
        {index === 0 && (
          <span className="absolute top-2 left-2">
            <Badge kind="neutral">{PHOTOS.cover}</Badge>
          </span>
        )}
      </div>
      <div className="grid content-start gap-2">
        <Field
          label={PHOTOS.description(number)}
          hint={PHOTOS.descriptionHint}
          value={image.alt}
          maxLength={300}
          onChange={({ currentTarget }) => onDescribe(currentTarget.value)}
        />
        <div className="-ml-2 flex items-center gap-1">
          <Tool label={PHOTOS.earlier(number)} isMuted={index === 0} onPress={() => onMove(index - 1)}>
            <Icon name="left" />
          </Tool>
          <Tool label={PHOTOS.later(number)} isMuted={number === count} onPress={() => onMove(index + 1)}>
            <Icon name="right" />
          </Tool>
          <Tool label={PHOTOS.deleteNamed(number)} onPress={onRemove}>
            {PHOTOS.delete}
          </Tool>
        </div>
      </div>
    </li>
  )
}

type ToolProps = { label: string; isMuted?: boolean; onPress(): void; children: ReactNode }

/** A muted button keeps the focus, so that keyboard users do not lose it at the ends of the list. */
const Tool = ({ label, isMuted = false, onPress, children }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isMuted || undefined}
    onClick={() => !isMuted && onPress()}
    className="grid min-h-11 min-w-11 place-items-center rounded-full px-2 text-sm font-semibold text-accent hover:bg-accent-soft focus-visible:rounded-full aria-disabled:text-muted aria-disabled:opacity-60 aria-disabled:hover:bg-transparent"
  >
    {children}
  </button>
)
