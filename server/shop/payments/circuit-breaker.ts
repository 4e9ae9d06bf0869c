export type Breaker = {
  /** Whether calls go through. False after three calls in a row without an answer. */
  isClosed(): boolean
  /** Records the outcome of a call: with any answer, or without one. */
  record(isAnswered: boolean): void
  stop(): void
}

type Settings = {
  /** Makes a harmless call, whose outcome reaches `record`. */
  probe(): Promise<unknown>
  everyMs: number
  onChange(isClosed: boolean): void
}

const MAX_FAILURES = 3

/**
 * Circuit breaker for the card service: opens after three calls in a row without an answer, so that shoppers get an error
 * at once, and closes with the next answer. While open it probes every `everyMs` itself, never with a shopper's card.
 */
export function openBreaker({ probe, everyMs, onChange }: Settings): Breaker {
  let failures = 0
  let probing: NodeJS.Timeout | undefined
  const isClosed = () => probing === undefined
  const stop = () => {
    clearInterval(probing)
    probing = undefined
  }
  return {
    isClosed,
    record(isAnswered) {
      failures = isAnswered ? 0 : failures + 1
      if (isAnswered && !isClosed()) {
        stop()
        onChange(true)
      } else if (failures >= MAX_FAILURES && isClosed()) {
        probing = setInterval(probe, everyMs).unref()
        onChange(false)
      }
    },
    stop,
  }
}
