import { type PointerEvent as ReactPointerEvent, useEffect, useState } from 'react'

type Drag = { from: number; to: number }

/** Distance from the edge of the window, in pixels, within which dragging scrolls the page. */
const EDGE = 90
const STEP = 14

/**
 * Moves an item of a list by mouse, pen or finger. The attribute `data-place` of an item is its index. A finger drags
 * by the grip only, because elsewhere it scrolls the page. Escape cancels.
 */
export function useDragging(onMoved: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  useEffect(() => {
    if (!drag) return
    const listening = new AbortController()
    const on = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void) =>
      window.addEventListener(name, listener, { signal: listening.signal })
    on('pointermove', ({ clientX, clientY }) => {
      if (clientY < EDGE) window.scrollBy(0, -STEP)
      if (clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP)
      const to = placeAt(clientX, clientY)
      if (to !== undefined && to !== drag.to) setDrag({ ...drag, to })
    })
    on('pointerup', () => {
      setDrag(null)
      if (drag.to !== drag.from) onMoved(drag.from, drag.to)
    })
    on('pointercancel', () => setDrag(null))
    on('keydown', ({ key }) => key === 'Escape' && setDrag(null))
    return () => listening.abort()
  }, [drag, onMoved])

  return {
    drag,
    start(event: ReactPointerEvent<HTMLElement>, from: number) {
      const isGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null
      if (event.button !== 0 || (event.pointerType === 'touch' && !isGrip)) return
      event.preventDefault()
      setDrag({ from, to: from })
    },
  }
}

function placeAt(x: number, y: number): number | undefined {
  const item = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-place]')
  return item?.dataset.place === undefined ? undefined : Number(item.dataset.place)
}
