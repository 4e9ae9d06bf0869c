import { useEffect, useRef, useState } from 'react'

const EVERY_MS = 5000

/**
 * Moves a row of slides: `step` by what is in sight, by itself by one every 5 s. It rests while paused, pointed
 * at, focused or out of sight, and for those who want no motion. `frame` goes around the row and its buttons.
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

/** By `distance` pixels; the row then stops at the nearest slide. Beyond its end it begins again. */
function move(row: HTMLElement, distance: number) {
  const end = row.scrollWidth - row.clientWidth
  const isAtEdge = distance > 0 ? row.scrollLeft > end - 2 : row.scrollLeft < 2
  row.scrollTo({ left: isAtEdge ? (distance > 0 ? 0 : end) : row.scrollLeft + distance })
}
