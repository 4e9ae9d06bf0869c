import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the response may take, in milliseconds; by default 19 seconds. */
    longestMs?: number
  }
}

const LONGEST_MS = 19_000
const LOOK_EVERY_MS = 1_000

/**
 * Answers 503 when a response takes longer than 19 seconds, or than the route's `longestMs`, plus one at most. The work
 * goes on. Fastify's `handlerTimeout` ends with the body of a request, so it has no effect on most
 * calls with one, and it makes a timer and an AbortController for each request.
 */
export function limitSlowResponses(app: FastifyInstance, { longestMs = LONGEST_MS, everyMs = LOOK_EVERY_MS } = {}) {
  const began = new Map<FastifyReply, number>()
  app.addHook('onRequest', (_, reply, done) => {
    began.set(reply, performance.now())
    done()
  })
  app.addHook('onResponse', (_, reply, done) => {
    began.delete(reply)
    done()
  })
  const look = () => {
    const now = performance.now()
    for (const [reply, from] of began) {
      const most = reply.request.routeOptions.config.longestMs ?? longestMs
      if (now - from < most) continue
      began.delete(reply)
      if (isUnanswered(reply)) reply.send(tooSlow(most))
    }
  }
  const timer = setInterval(look, everyMs).unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })
}

const isUnanswered = ({ sent, raw, request: { socket } }: FastifyReply) =>
  !sent && !raw.headersSent && !(socket instanceof Socket && socket.destroyed)

const tooSlow = (ms: number) =>
  Object.assign(new Error(`The response took longer than ${ms / 1_000} s.`), { statusCode: 503 })
