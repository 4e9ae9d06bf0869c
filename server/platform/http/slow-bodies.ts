import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientErrorHandler } from './error-handler.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The lowest upload speed in bytes per second; without it the body has to arrive within 25 seconds. */
    slowestBody?: number
  }
}

const LOOK_EVERY_MS = 5_000
const GRACE_MS = 20_000

/**
 * Closes connections whose request body arrives too slowly: later than 25 seconds, or, for photo uploads, below a
 * minimum speed. Bytes that the shop has not read yet do not count against the client.
 */
export function limitSlowBodies(app: FastifyInstance, headers: Record<string, string>) {
  const refuse = clientErrorHandler(headers)
  app.addHook('onRequest', (request, reply, done) => {
    // Calls made while a page is rendered have no connection.
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
  const startedAt = Date.now()
  const before = raw.socket.bytesRead
  const timer = setInterval(() => {
    // unread-bodies.ts handles what arrives after the response.
    if (raw.complete || raw.destroyed || reply.raw.headersSent) return clearInterval(timer)
    const allowedMs = slowestBody ? ((raw.socket.bytesRead - before) / slowestBody) * 1000 : 0
    if (raw.readableLength > 0 || Date.now() - startedAt < GRACE_MS + allowedMs) return
    clearInterval(timer)
    refuse()
  }, LOOK_EVERY_MS)
  timer.unref()
  raw.once('close', () => clearInterval(timer))
}
