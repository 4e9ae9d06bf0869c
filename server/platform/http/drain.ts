import type { IncomingMessage } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How many times as long a drain takes at most, when requests do not cease. */
const MOST_DRAINS = 6
const HEALTH_CHECKS = new Set(['/readyz', '/healthz'])

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process has been asked to stop. It still serves, and tells load balancers to go elsewhere. */
    isDraining: boolean
  }
}

/** From the signal on, the application says that it is not ready, and each response ends its connection. */
export function drainOn(stopping: AbortSignal, app: FastifyInstance) {
  stopping.addEventListener('abort', () => {
    app.isDraining = true
    // Before the listeners of Fastify and of the page cache, so that it holds for both.
    app.server.prependListener('request', (_, response) => {
      response.shouldKeepAlive = false
    })
  })
}

/**
 * Resolves when no request but health checks has come for so many milliseconds, at the latest after six times as many. By
 * that the process knows that the load balancer has noticed, however slow its checks are on a busy machine.
 */
export async function requestsCeased({ server }: FastifyInstance, quietMs: number) {
  const startedAt = performance.now()
  let last = startedAt
  const note = ({ url = '' }: IncomingMessage) => {
    if (!HEALTH_CHECKS.has(url)) last = performance.now()
  }
  server.prependListener('request', note)
  const msLeft = () => Math.min(last + quietMs, startedAt + MOST_DRAINS * quietMs) - performance.now()
  while (msLeft() > 0) {
    await setTimeout(msLeft())
    // After a late timer: what has come meanwhile is still to be read, first its connection and then the request.
    for (let turn = 0; turn < 2; turn++) await setImmediate()
  }
  server.off('request', note)
}
