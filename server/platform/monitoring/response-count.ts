const MINUTE_MS = 60_000
const MINUTES = 5

type Minute = { at: number; total: number; errors: number }

/** Counts responses by the minute. */
export function openResponseCount(now = Date.now) {
  let minutes: Minute[] = []
  const current = () => {
    const at = Math.floor(now() / MINUTE_MS)
    const newest = minutes.at(-1)
    if (newest?.at === at) return newest
    const minute = { at, total: 0, errors: 0 }
    minutes = [...minutes.filter((one) => one.at > at - MINUTES), minute]
    return minute
  }
  return {
    /** Counts a response with that status. */
    note(status: number) {
      const minute = current()
      minute.total += 1
      if (status >= 500) minute.errors += 1
    },
    /** The responses of the last five minutes, and those of them that were 5xx. */
    recent() {
      current()
      const sum = { total: 0, errors: 0 }
      for (const { total, errors } of minutes) {
        sum.total += total
        sum.errors += errors
      }
      return sum
    },
  }
}

export type ResponseCount = ReturnType<typeof openResponseCount>
