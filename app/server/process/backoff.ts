/** The pause before a dead worker is replaced, how far it grows, and how long a worker lives that works. */
const FIRST_MS = 1_000
const MOST_MS = 32_000
const SOUND_MS = 60_000

/**
 * Exponential backoff, so that workers which cannot live do not occupy the machine: returns a function that answers the
 * pause in milliseconds after the death of a worker that lived so many milliseconds. It doubles from 1 to 32 seconds
 * with each worker that lived less than a minute.
 */
export function openBackoff() {
  let next = FIRST_MS
  return (livedMs: number) => {
    const pause = livedMs > SOUND_MS ? FIRST_MS : next
    next = Math.min(MOST_MS, 2 * pause)
    return pause
  }
}
