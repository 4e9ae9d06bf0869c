import type { Job } from '#server/platform/lib/jobs.ts'

/**
 * What a starting shop has opened: `closers` close it in reverse order, then `cluster` stops, which other connections of
 * the shop would prevent. `stopping` is aborted when the shop is asked to stop.
 */
export type Opening = {
  closers: (() => Promise<unknown>)[]
  cluster?: { stop(): Promise<unknown> }
  stopping: AbortController
  /** Starts the shop anew; undefined where a process cannot be replaced. */
  restart?: () => void
}

/** A step that takes longer is printed. */
const QUIET_MS = 300

/** Stops the job as soon as the shop is asked to stop, while it still serves, and has it stopped before the shop closes. */
export function stopEarly({ closers, stopping }: Opening, job: Job) {
  let stopPromise: Promise<void> | undefined
  const stop = () => (stopPromise ??= job.stop())
  stopping.signal.addEventListener('abort', () => void stop().catch(() => {}))
  closers.push(stop)
}

/** Waits for the work; prints its name if it is slow. */
export async function reportStep<T>(what: string, work: Promise<T>) {
  const timer = setTimeout(() => console.log(`${what} …`), QUIET_MS)
  return work.finally(() => clearTimeout(timer))
}
