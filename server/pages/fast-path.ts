import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type CachedPage, sendSerialized } from './cache.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const LOGS_REQUESTS = ['info', 'debug', 'trace']

/**
 * Serves cached pages and answers before Fastify sees the request. They hold nothing about the caller. Everything but a
 * plain GET or HEAD for something cached goes on to Fastify and its limits.
 */
export function addCacheFastPath(app: FastifyInstance, peek: (request: IncomingMessage) => CachedPage | undefined) {
  // A log of every request must include the cached pages, so Fastify serves them.
  if (LOGS_REQUESTS.includes(app.log.level ?? '')) return
  const others = app.server.listeners('request') as Listener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const cached = isPlainRead(request) ? peek(request) : undefined
    if (cached && sendSerialized(request, response, cached)) return
    for (const other of others) other(request, response)
  })
}

/** A GET or HEAD without a body, on a connection whose earlier responses have been read. */
const isPlainRead = ({ method, headers, socket }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  socket.writableLength === 0
