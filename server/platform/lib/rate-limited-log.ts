const MINUTE_MS = 60_000
/** Kinds that are counted each on their own within a minute; all further ones count as one. */
const MAX_KINDS = 100

/**
 * Calls `write` at most `most` times a minute for each kind of entry, for log entries that strangers can cause. Reports
 * the number of skipped entries at the end of the minute.
 */
export function rateLimitedLog(most: number, tellLeftOut: (leftOut: number) => void) {
  const entryCounts = new Map<string, number>()
  let leftOut = 0
  const endMinute = () => {
    const leftOutBefore = leftOut
    entryCounts.clear()
    leftOut = 0
    if (leftOutBefore > 0) tellLeftOut(leftOutBefore)
  }
  return (write: () => void, kind = '') => {
    if (entryCounts.size === 0) setTimeout(endMinute, MINUTE_MS).unref()
    const countedKind = entryCounts.has(kind) || entryCounts.size < MAX_KINDS ? kind : ''
    const count = entryCounts.get(countedKind) ?? 0
    if (count === most) {
      leftOut++
      return
    }
    entryCounts.set(countedKind, count + 1)
    write()
  }
}
