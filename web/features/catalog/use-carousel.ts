import { useEffect, useRef, useState } from 'react'

const EVERY_MS = 5000

/**
 * Moves a row of slides: `step` by the visible width, and by itself by one slide every 5 seconds, unless the row is
 * paused, hovered, focused or out of view, or the user prefers reduced motion. `frame` goes around the row and its
 * buttons.
 */
export function useCarousel() {
  const frame = useRef<HTMLElement>(null)
  const row = useRef<HTMLUListElement>(null)
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(
      () => row.current && !isResting(frame.current) && move(row.current, slideOf(row.current)),
      EVERY_MS,
    )
    return () => clearInterval(timer)
  }, [isPaused])
  return {
    frame,
    row,
    isPaused,
    toggle: () => setPaused(!isPaused),
    step: (direction: 1 | -1) => row.current && move(row.current, direction * row.current.clientWidth),
  }
}

const isResting = (frame: HTMLElement | null) =>
  document.hidden ||
  frame?.matches(':hover, :has(:focus-visible)') ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches

const slideOf = (row: HTMLElement) => row.firstElementChild?.clientWidth ?? 0

/** Scrolls by `distance` pixels to the nearest slide, and from the end back to the start. */
function move(row: HTMLElement, distance: number) {
  const end = row.scrollWidth - row.clientWidth
  const isAtEdge = distance > 0 ? row.scrollLeft > end - 2 : row.scrollLeft < 2
  row.scrollTo({ left: isAtEdge ? (distance > 0 ? 0 : end) : row.scrollLeft + distance })
}
