import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type CachedPage, preparedResponse } from './cache.ts'
import { openPreparedSender } from './prepared-response.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const LOGS_REQUESTS = ['info', 'debug', 'trace']

/**
 * Serves cached pages and answers before Fastify sees the request. They hold nothing about the caller. Everything but a
 * plain GET or HEAD for something cached goes on to Fastify and its limits. Returns a function that says how many it has
 * served.
 */
export function addCacheFastPath(app: FastifyInstance, peek: (request: IncomingMessage) => CachedPage | undefined) {
  // A log of every request must include the cached pages, so Fastify serves them.
  let served = 0
  if (LOGS_REQUESTS.includes(app.log.level ?? '')) return () => served
  const others = app.server.listeners('request') as Listener[]
  app.server.removeAllListeners('request')
  const isPipelined = detectPipelining()
  const send = openPreparedSender(app.server.keepAliveTimeout)
  app.server.on('request', (request, response) => {
    const cached = isPlainRead(request) && !isPipelined(request.socket) ? peek(request) : undefined
    const prepared = cached && preparedResponse(request, cached)
    if (prepared) {
      served += 1
      return send(response, prepared)
    }
    for (const other of others) other(request, response)
  })
  return () => served
}

/**
 * Tells whether a request came together with the one before it. What was sent at once is parsed at once, so such a
 * request finds as many bytes read from its connection as the one before. Fastify's limit on pipelining counts them.
 */
function detectPipelining() {
  let last: Socket | undefined
  let bytesRead = 0
  return (socket: Socket) => {
    const isSame = socket === last && socket.bytesRead === bytesRead
    last = socket
    bytesRead = socket.bytesRead
    return isSame
  }
}

/** A GET or HEAD without a body, on a connection whose earlier responses have been read. */
const isPlainRead = ({ method, headers, socket }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  socket.writableLength === 0
