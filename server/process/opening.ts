/** What has been opened so far: `closers` end it, the last first; `cutOff` ends requests that take too long. */
export type Opening = { closers: (() => Promise<unknown>)[]; cutOff?: () => void; isStopping: boolean }

/** A step that takes longer than this says that it is under way. */
const QUIET_MS = 300

/** The outcome of `work`; while it takes its time, says what it is. */
export async function reportStep<T>(what: string, work: Promise<T>) {
  const timer = setTimeout(() => console.log(`${what} …`), QUIET_MS)
  return work.finally(() => clearTimeout(timer))
}
