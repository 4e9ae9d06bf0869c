import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'
import { REQUESTS } from '#server/platform/lib/texts.ts'

/**
 * The event loop is late when most of its turns within a second took longer than this; a single long one does not
 * count. A checkout takes about ten turns.
 */
const LATE_MS = 500
const WINDOW_MS = 1_000
const RESOLUTION_MS = 20
/** When a client should come again that was answered 503. */
export const RETRY_AFTER_SECONDS = 2

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws busy while the event loop is late. Renderings and heavy reads, which can wait, call it. */
    refuseIfLate(): void
  }
}

/** Adds `refuseIfLate`, by the delay of the event loop once the server listens. */
export function watchEventLoop(app: FastifyInstance, lateMs = LATE_MS) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  app.decorate('refuseIfLate', () => {
    if (isLate) throw new AppError('busy', REQUESTS.busy, { retryAfter: RETRY_AFTER_SECONDS })
  })
  app.addHook('onListen', async () => {
    delays.enable()
    timer = setInterval(() => {
      isLate = delays.percentile(50) > lateMs * 1e6
      delays.reset()
    }, WINDOW_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
}
