import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef } from 'react'
import type { ProductImage } from '#contract/products.ts'
import { PHOTOS } from '#web/texts/product.ts'
import { Photo } from '#web/ui/Photo.tsx'

type Props = { image: ProductImage; alt: string; isShown: boolean; isNear: boolean; onNear(isNear: boolean): void }

/** The zoom factor. */
const NEARER = 2.25
const NEAR_SIZES = `${NEARER * 100}vw`

/** Smaller movements of the pointer still count as a click. */
const DRAG_PX = 4

/** A photo that fits the window, or is zoomed in beyond it and can be panned. */
export function ZoomPhoto({ image, alt, isShown, isNear, onNear }: Props) {
  const { frame, aim, ...drag } = useLookingAround(isNear)
  const ratio = image.width / image.height
  const fitting = `min(100cqw, 100cqh * ${ratio})`
  const press = (event: MouseEvent) => {
    if (drag.wasDragged()) return
    aim(event)
    onNear(!isNear)
  }
  return (
    <li
      ref={frame}
      inert={!isShown}
      onPointerMove={drag.onPointerMove}
      className={`@container-size grid min-w-0 ${isNear ? 'overflow-auto overscroll-contain' : 'overflow-hidden'}`}
    >
      <button
        type="button"
        aria-label={isNear ? PHOTOS.zoomOutOf(alt) : PHOTOS.zoomInOn(alt)}
        onClick={press}
        style={{ width: isNear ? `calc(${fitting} * ${NEARER})` : fitting, aspectRatio: ratio }}
        className={`m-auto block focus-visible:-outline-offset-4 ${isNear ? 'cursor-zoom-out' : 'cursor-zoom-in'}`}
      >
        <Photo image={image} alt="" sizes={isNear ? NEAR_SIZES : '100vw'} className="size-full" />
      </button>
    </li>
  )
}

/**
 * Pans the zoomed photo in its `frame`: touch and keys scroll as usual, the mouse drags. `aim` centers the clicked
 * point when the photo zooms in.
 */
function useLookingAround(isNear: boolean) {
  const frame = useRef<HTMLLIElement>(null)
  const target = useRef({ x: 0.5, y: 0.5 })
  const pullDistance = useRef(0)
  useLayoutEffect(() => {
    const { current } = frame
    if (!current || !isNear) return
    current.scrollLeft = target.current.x * current.scrollWidth - current.clientWidth / 2
    current.scrollTop = target.current.y * current.scrollHeight - current.clientHeight / 2
    target.current = { x: 0.5, y: 0.5 }
  }, [isNear])
  return {
    frame,
    aim({ clientX, clientY, currentTarget, detail }: MouseEvent) {
      const { left, top, width, height } = currentTarget.getBoundingClientRect()
      // A click by the keyboard has no position.
      if (detail > 0) target.current = { x: (clientX - left) / width, y: (clientY - top) / height }
    },
    onPointerMove({ pointerType, buttons, movementX, movementY }: PointerEvent) {
      if (!isNear || pointerType !== 'mouse' || buttons !== 1) return
      pullDistance.current += Math.abs(movementX) + Math.abs(movementY)
      frame.current?.scrollBy({ left: -movementX, top: -movementY, behavior: 'instant' })
    },
    /** Whether the click ended a drag. Resets with each call, so call it once per click. */
    wasDragged() {
      const was = pullDistance.current > DRAG_PX
      pullDistance.current = 0
      return was
    },
  }
}
