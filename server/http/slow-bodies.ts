import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientErrorHandler } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How slowly the body may come, in bytes per second; elsewhere it has to come at once. */
    slowestBody?: number
  }
}

const LOOK_EVERY_MS = 5_000
const GRACE_MS = 20_000

/**
 * Cuts off whose body does not come: all of it within 25 seconds, or, where photographs are uploaded over a telephone,
 * a little all the time. What waits to be read by the shop is not the sender's fault.
 */
export function limitSlowBodies(app: FastifyInstance, headers: Record<string, string>) {
  const refuse = clientErrorHandler(headers)
  app.addHook('onRequest', (request, reply, done) => {
    // A page that is rendered calls without a connection.
    if (hasBody(request) && request.raw.socket instanceof Socket)
      watch(request, reply, () => refuse(TOO_SLOW, request.raw.socket))
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const TOO_SLOW = Object.assign(new Error('The body is too slow.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

function watch({ raw, routeOptions }: FastifyRequest, reply: FastifyReply, refuse: () => void) {
  const { slowestBody } = routeOptions.config
  const started = Date.now()
  const before = raw.socket.bytesRead
  const timer = setInterval(() => {
    // What comes after the answer is up to unread-bodies.ts.
    if (raw.complete || raw.destroyed || reply.raw.headersSent) return clearInterval(timer)
    const allowed = slowestBody ? ((raw.socket.bytesRead - before) / slowestBody) * 1000 : 0
    if (raw.readableLength > 0 || Date.now() - started < GRACE_MS + allowed) return
    clearInterval(timer)
    refuse()
  }, LOOK_EVERY_MS)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}
