const MINUTE_MS = 60_000
/** Kinds that are counted each on their own within a minute; all further ones count as one. */
const MAX_KINDS = 100

/**
 * Calls `write` at most `most` times a minute for each kind of entry, for log entries that strangers can cause. Reports
 * the number of skipped entries at the end of the minute.
 */
export function rateLimitedLog(most: number, tellLeftOut: (leftOut: number) => void) {
  const written = new Map<string, number>()
  let leftOut = 0
  const endMinute = () => {
    const untold = leftOut
    written.clear()
    leftOut = 0
    if (untold > 0) tellLeftOut(untold)
  }
  return (write: () => void, kind = '') => {
    if (written.size === 0) setTimeout(endMinute, MINUTE_MS).unref()
    const counted = written.has(kind) || written.size < MAX_KINDS ? kind : ''
    const count = written.get(counted) ?? 0
    if (count === most) {
      leftOut++
      return
    }
    written.set(counted, count + 1)
    write()
  }
}
