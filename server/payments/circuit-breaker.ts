export type Breaker = {
  /** False while calls are better not begun. */
  isClosed(): boolean
  /** Takes note of how a call ended: with an answer, whatever it said, or without one. */
  saw(isAnswered: boolean): void
  stop(): void
}

type Settings = {
  /** Asks for something harmless; `saw` is told how it ends. */
  probe(): Promise<unknown>
  everyMs: number
  tell(isClosed: boolean): void
}

const MOST_FAILURES = 3

/**
 * A circuit breaker: it opens after three calls in a row without an answer, so that shoppers are told at once instead of
 * waiting, and closes with the next answer. While it is open, it probes by itself: no shopper's card is tried.
 */
export function openBreaker({ probe, everyMs, tell }: Settings): Breaker {
  let failures = 0
  let probing: NodeJS.Timeout | undefined
  const isClosed = () => probing === undefined
  const stop = () => {
    clearInterval(probing)
    probing = undefined
  }
  return {
    isClosed,
    saw(isAnswered) {
      failures = isAnswered ? 0 : failures + 1
      if (isAnswered && !isClosed()) {
        stop()
        tell(true)
      } else if (failures >= MOST_FAILURES && isClosed()) {
        probing = setInterval(probe, everyMs).unref()
        tell(false)
      }
    },
    stop,
  }
}
