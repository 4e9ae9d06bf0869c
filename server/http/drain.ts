import type { FastifyInstance } from 'fastify'

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
