// What every page from a piece to the payment loads of the clock of a turn: a look at whether this browser has one.
import { ownTurns } from './drop-tickets.ts'

/** Follows the turn of this browser in a clock's element as soon as there is one. Returns how to stop. */
export function startTurn(clock: HTMLElement) {
  let stop: (() => void) | undefined
  let isStopped = false
  const start = async () => {
    if (ownTurns().length === 0) return
    window.removeEventListener('storage', start)
    const { followTurn } = await import('./follow-turn.ts')
    if (!isStopped) stop = followTurn(clock)
  }
  // The line may be open in another tab.
  window.addEventListener('storage', start)
  void start()
  return () => {
    isStopped = true
    window.removeEventListener('storage', start)
    stop?.()
  }
}
