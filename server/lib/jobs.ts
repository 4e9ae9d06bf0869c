import type { FastifyBaseLogger } from 'fastify'

/** What is still under way when the shop closes is left to the next process after that long. */
const GRACE_MS = 3_000
/** After a failure, when the work itself could not say when to try again. */
const RETRY_MS = 2_000

export type Job = { stop(): Promise<void> }

/**
 * Does the work now and again and again, never twice at once; `work` answers after how many milliseconds. When the shop
 * closes, the signal tells work of many pieces to begin no other.
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
