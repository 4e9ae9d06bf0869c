import { type KeyboardEvent, type MouseEvent, type UIEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ProductImage } from '#contract/products.ts'
import { PHOTOS } from '#web/texts/product.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { ZoomPhoto } from './ZoomPhoto.tsx'

export type ZoomProps = { images: ProductImage[]; name: string; start: number; onClose(): void }

/**
 * Full-window photos, starting at index `start`. Swipes, buttons and arrow keys change the photo; a click zooms in,
 * and dragging, scrolling or arrow keys pan the zoomed photo.
 */
export function ZoomDialog({ images, name, start, onClose }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { row, shown, isNear, setNear, step, follow } = useLooking(images.length, start)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    bringTo(row.current, start, 'instant')
  }, [start, row])
  const close = () => dialog.current?.close()
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (!by || isNear) return
    event.preventDefault()
    step(by)
  }
  return (
    <dialog
      ref={dialog}
      aria-label={PHOTOS.of(name)}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={({ target }: MouseEvent) => target instanceof HTMLLIElement && close()}
      className="m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-paper text-ink open:animate-rise"
    >
      <div className="grid h-full grid-cols-1 grid-rows-[auto_minmax(0,1fr)]">
        <Controls {...{ shown, count: images.length, isNear, setNear, step, close }} />
        <ul ref={row} onScroll={follow} className="slides h-full gap-0">
          {images.map((image, index) => (
            <ZoomPhoto
              key={image.Location}
              image={image}
              alt={image.alt || name}
              isShown={index === shown}
              isNear={isNear && index === shown}
              onNear={setNear}
            />
          ))}
        </ul>
      </div>
    </dialog>
  )
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** The index of the visible photo in `row`, and whether it is zoomed in. Another photo starts zoomed out. */
function useLooking(count: number, start: number) {
  const row = useRef<HTMLUListElement>(null)
  const [shownIndex, setShownIndex] = useState(start)
  const [isNear, setNear] = useState(false)
  return {
    row,
    shown: shownIndex,
    isNear,
    setNear,
    step(by: number) {
      if (shownIndex + by < 0 || shownIndex + by >= count) return
      setNear(false)
      bringTo(row.current, shownIndex + by)
    },
    follow({ currentTarget: { scrollLeft, clientWidth } }: UIEvent) {
      const index = Math.round(scrollLeft / clientWidth)
      if (index !== shownIndex) setNear(false)
      setShownIndex(index)
    },
  }
}

const bringTo = (row: HTMLElement | null, index: number, behavior?: 'instant') =>
  row?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start', behavior })

type ControlsProps = {
  shown: number
  count: number
  isNear: boolean
  setNear(isNear: boolean): void
  step(by: number): void
  close(): void
}

const Controls = ({ shown, count, isNear, setNear, step, close }: ControlsProps) => (
  <div className="flex items-center justify-end gap-1 px-3 py-2 sm:px-6">
    <p role="status" className="mr-auto px-2 text-sm text-muted tabular-nums">
      <span className="sr-only">{PHOTOS.photo} </span>
      {PHOTOS.count(shown + 1, count)}
    </p>
    <Control
      label={isNear ? PHOTOS.zoomOut : PHOTOS.zoomIn}
      icon={isNear ? 'minus' : 'plus'}
      onClick={() => setNear(!isNear)}
    />
    {count > 1 && (
      <>
        <Control label={PHOTOS.previous} icon="left" isOff={shown === 0} onClick={() => step(-1)} />
        <Control label={PHOTOS.next} icon="right" isOff={shown === count - 1} onClick={() => step(1)} />
      </>
    )}
    <Control label={PHOTOS.close} icon="close" onClick={close} />
  </div>
)

type ControlProps = {
  label: string
  icon: 'plus' | 'minus' | 'left' | 'right' | 'close'
  isOff?: boolean
  onClick(): void
}

/** At the last photo the button is muted: it keeps its place and the focus. */
const Control = ({ label, icon, isOff = false, onClick }: ControlProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={isOff || undefined}
    onClick={onClick}
    className="grid size-11 place-items-center rounded-full transition-colors hover:bg-sand hover:text-accent focus-visible:rounded-full focus-visible:-outline-offset-2 aria-disabled:text-edge aria-disabled:hover:bg-transparent"
  >
    <Icon name={icon} />
  </button>
)
