/** What a starting shop has opened: `closers` close it in reverse order; `cutOff` ends requests that take too long. */
export type Opening = { closers: (() => Promise<unknown>)[]; cutOff?: () => void; isStopping: boolean }

/** A step that takes longer is printed. */
const QUIET_MS = 300

/** Waits for the work; prints its name if it is slow. */
export async function reportStep<T>(what: string, work: Promise<T>) {
  const timer = setTimeout(() => console.log(`${what} …`), QUIET_MS)
  return work.finally(() => clearTimeout(timer))
}
