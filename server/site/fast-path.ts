import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasOneHost } from '#server/platform/http/host.ts'
import { writePrepared } from '#server/platform/http/prepared-response.ts'
import { type CachedPage, preparedResponse } from './page-cache.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const LOGS_REQUESTS = ['info', 'debug', 'trace']

/** The cached page or answer for a request. */
type Peek = (request: IncomingMessage) => CachedPage | undefined

/**
 * Serves cached pages and answers before Fastify sees the request. They hold nothing about the caller. Everything but a
 * plain GET or HEAD for one of them goes on to Fastify and its limits. Returns a function that says how many it has
 * served.
 */
export function addFastPath(app: FastifyInstance, peek: Peek) {
  // A log of every request must include the cached pages, so Fastify serves them.
  let servedCount = 0
  if (LOGS_REQUESTS.includes(app.log.level ?? '')) return () => servedCount
  const others = app.server.listeners('request') as Listener[]
  app.server.removeAllListeners('request')
  const isPipelined = detectPipelining()
  const forward: Listener = (request, response) => {
    for (const other of others) other(request, response)
  }
  app.server.on('request', (request, response) => {
    if (!isPlainRead(request) || isPipelined(request.socket)) return forward(request, response)
    const cachedPage = peek(request)
    const preparedBytes = cachedPage && preparedResponse(request.headers, cachedPage)
    if (!preparedBytes) return forward(request, response)
    servedCount += 1
    writePrepared(response, preparedBytes)
  })
  return () => servedCount
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

/** A GET or HEAD without a body, of one host, on a connection whose earlier responses have been read. */
const isPlainRead = ({ method, headers, socket }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  hasOneHost(headers) &&
  socket.writableLength === 0
