import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { ProductImage } from '#contract/products.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ZoomPhoto } from './ZoomPhoto.tsx'

export type ZoomProps = { images: ProductImage[]; name: string; start: number; onClose(): void }

/**
 * The photographs as large as the window, beginning at `start`. One swipes, or goes on by buttons and arrow keys; a
 * press on a photograph brings it closer, and there one looks around by dragging, scrolling or the arrow keys.
 */
export function ZoomDialog({ images, name, start, onClose }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(start)
  const [isNear, setNear] = useState(false)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    bringTo(row.current, start, 'instant')
  }, [start])
  const show = (index: number) => {
    if (index < 0 || index >= images.length) return
    setNear(false)
    bringTo(row.current, index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || isNear) return
    event.preventDefault()
    show(shown + step)
  }
  const close = () => dialog.current?.close()
  const closeBeside = ({ target }: MouseEvent) => target instanceof HTMLLIElement && close()
  return (
    <dialog
      ref={dialog}
      aria-label={`Photographs of ${name}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-paper text-ink open:animate-rise"
    >
      <div className="grid h-full grid-cols-1 grid-rows-[auto_minmax(0,1fr)]">
        <div className="flex items-center justify-end gap-1 px-3 py-2 sm:px-6">
          <p role="status" className="mr-auto px-2 text-sm text-muted tabular-nums">
            <span className="sr-only">Photograph </span>
            {shown + 1} of {images.length}
          </p>
          <Control
            label={isNear ? 'Zoom out' : 'Zoom in'}
            icon={isNear ? 'minus' : 'plus'}
            onClick={() => setNear(!isNear)}
          />
          {images.length > 1 && (
            <>
              <Control label="Previous photograph" icon="left" isOff={shown === 0} onClick={() => show(shown - 1)} />
              <Control
                label="Next photograph"
                icon="right"
                isOff={shown === images.length - 1}
                onClick={() => show(shown + 1)}
              />
            </>
          )}
          <Control label="Close" icon="close" onClick={close} />
        </div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: beside the photographs; the Escape key closes, too */}
        <ul
          ref={row}
          onClick={closeBeside}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
            const index = Math.round(scrollLeft / clientWidth)
            if (index !== shown) setNear(false)
            setShown(index)
          }}
          className="slides h-full gap-0"
        >
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

const bringTo = (row: HTMLElement | null, index: number, behavior?: 'instant') =>
  row?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start', behavior })

type ControlProps = {
  label: string
  icon: 'plus' | 'minus' | 'left' | 'right' | 'close'
  isOff?: boolean
  onClick(): void
}

/** Stays where it is, and keeps the focus, when there is no further photograph. */
const Control = ({ label, icon, isOff = false, onClick }: ControlProps): ReactNode => (
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
