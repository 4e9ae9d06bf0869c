import type { FastifyBaseLogger } from 'fastify'

/** How long a closing shop waits for a running job; the next process finishes what is left. */
const GRACE_MS = 3_000
/** The pause after a job failed. */
const RETRY_MS = 2_000

export type Job = { stop(): Promise<void> }

/**
 * Runs `work` now and then again and again, never twice at once; `work` returns the pause in milliseconds. The signal
 * tells long work to stop when the shop closes.
 */
export function startJob(log: FastifyBaseLogger, work: (closing: AbortSignal) => Promise<number>): Job {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const round = async () => {
    const pause = await work(closing.signal).catch((error: unknown) => {
      log.error(error, 'A background job failed. It will run again.')
      return RETRY_MS
    })
    if (!closing.signal.aborted) timer = setTimeout(start, pause)
  }
  const start = () => {
    running = round()
  }
  start()
  return {
    async stop() {
      closing.abort()
      clearTimeout(timer)
      let patience: NodeJS.Timeout | undefined
      await Promise.race([running, new Promise((resolve) => (patience = setTimeout(resolve, GRACE_MS)))])
      clearTimeout(patience)
    },
  }
}
