import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasOneHost } from '../http/host.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'
import { type CachedPage, preparedResponse } from './cache.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const LOGS_REQUESTS = ['info', 'debug', 'trace']

type Answers = {
  /** The cached page or answer for a request. */
  peek(request: IncomingMessage): CachedPage | undefined
  /** The answer to a request for a product that is not in the cache; its error is for Fastify to answer. */
  readProduct?: ((request: IncomingMessage) => Promise<PreparedResponse> | undefined) | undefined
}

/**
 * Serves cached pages and answers, and products as JSON, before Fastify sees the request. They hold nothing about the
 * caller. Everything but a plain GET or HEAD for one of them goes on to Fastify and its limits. Returns a function that
 * says how many it has served.
 */
export function addFastPath(app: FastifyInstance, { peek, readProduct }: Answers) {
  // A log of every request must include the cached pages, so Fastify serves them.
  let served = 0
  if (LOGS_REQUESTS.includes(app.log.level ?? '')) return () => served
  const others = app.server.listeners('request') as Listener[]
  app.server.removeAllListeners('request')
  const isPipelined = detectPipelining()
  const send = (response: ServerResponse, prepared: PreparedResponse) => {
    served += 1
    app.sendPrepared(response, prepared)
  }
  const forward: Listener = (request, response) => {
    for (const other of others) other(request, response)
  }
  app.server.on('request', (request, response) => {
    if (!isPlainRead(request) || isPipelined(request.socket)) return forward(request, response)
    const cached = peek(request)
    const prepared = cached && preparedResponse(request.headers, cached)
    if (prepared) return send(response, prepared)
    // While an earlier response of the connection is unfinished, this one has no connection yet.
    const read = cached || !response.socket ? undefined : readProduct?.(request)
    if (!read) return forward(request, response)
    read.then(
      (made) => send(response, made),
      () => forward(request, response),
    )
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

/** A GET or HEAD without a body, of one host, on a connection whose earlier responses have been read. */
const isPlainRead = ({ method, headers, socket }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  hasOneHost(headers) &&
  socket.writableLength === 0
