const EVERY_MS = 5000

export type CarouselAction = 'pause' | 'play' | 'previous' | 'next'

/**
 * Makes the buttons of a carousel work and moves its row on every 5 s. The row rests while paused, pointed at, focused
 * or out of sight, and for those who want no motion.
 */
export function startCarousel(carousel: HTMLElement) {
  const row = carousel.querySelector('ul')
  if (!row) return
  let timer: number | undefined
  const rest = () => clearInterval(timer)
  const run = () => {
    rest()
    timer = window.setInterval(() => !isResting(carousel) && move(row, slideWidth(row)), EVERY_MS)
  }
  const button = (action: CarouselAction) => carousel.querySelector<HTMLElement>(`[data-action=${action}]`)
  const swap = (toShow: HTMLElement | null, toHide: HTMLElement | null) => {
    if (!toShow || !toHide) return
    toShow.hidden = false
    toShow.focus()
    toHide.hidden = true
  }
  const actions: Record<CarouselAction, () => void> = {
    pause() {
      rest()
      swap(button('play'), button('pause'))
    },
    play() {
      run()
      swap(button('pause'), button('play'))
    },
    previous: () => move(row, -row.clientWidth),
    next: () => move(row, row.clientWidth),
  }
  for (const [action, act] of Object.entries(actions)) button(action as CarouselAction)?.addEventListener('click', act)
  carousel.querySelector('.invisible')?.classList.remove('invisible')
  run()
}

const isResting = (carousel: HTMLElement) =>
  document.hidden ||
  carousel.matches(':hover, :has(:focus-visible)') ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches

const slideWidth = (row: HTMLElement) => row.firstElementChild?.clientWidth ?? 0

/** Scrolls by `distance` pixels; the row then stops at the nearest slide. Beyond its end it begins again. */
function move(row: HTMLElement, distance: number) {
  const end = row.scrollWidth - row.clientWidth
  const isAtEdge = distance > 0 ? row.scrollLeft > end - 2 : row.scrollLeft < 2
  row.scrollTo({ left: isAtEdge ? (distance > 0 ? 0 : end) : row.scrollLeft + distance })
}
