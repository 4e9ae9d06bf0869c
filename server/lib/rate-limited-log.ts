const MINUTE_MS = 60_000

/**
 * Calls `write` at most `most` times a minute, for log entries that strangers can cause. Reports the number of skipped
 * entries at the end of the minute.
 */
export function rateLimitedLog(most: number, tellLeftOut: (leftOut: number) => void) {
  let written = 0
  let leftOut = 0
  let isCounting = false
  const endMinute = () => {
    const untold = leftOut
    isCounting = false
    written = leftOut = 0
    if (untold > 0) tellLeftOut(untold)
  }
  return (write: () => void) => {
    if (!isCounting) setTimeout(endMinute, MINUTE_MS).unref()
    isCounting = true
    if (written < most) {
      written++
      write()
    } else leftOut++
  }
}
