import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { REFUSALS } from './error-handler.ts'

/** Whether a request names one host. Node joins several lines by a comma, because of `joinDuplicateHeaders`. */
export const hasOneHost = ({ host = '' }: IncomingHttpHeaders) => !host.includes(',')

/** Refuses requests with several Host lines, which two parsers could read differently (RFC 9112, 3.2). */
export function requireOneHost(app: FastifyInstance) {
  app.addHook('onRequest', ({ headers }, reply, done) => {
    if (hasOneHost(headers)) done()
    else reply.code(400).send(REFUSALS[400])
  })
}

const ABSOLUTE_PATTERN = /^https?:\/\/[^/?]*\/?/i

/** Takes request targets with a scheme and a host, as proxies get them, for their paths (RFC 9112, 3.2.2). */
export function acceptAbsoluteTargets(app: FastifyInstance) {
  app.server.prependListener('request', (request: IncomingMessage) => {
    request.url = request.url?.replace(ABSOLUTE_PATTERN, '/')
  })
}
