import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type Body, sendAgain } from './cache.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const LOGS_REQUESTS = ['info', 'debug', 'trace']

/**
 * Answers what is kept before the framework begins with a request: nothing in such an answer is about who asked. What
 * has not been answered before, and whoever is odd, is left to the framework and its limits.
 */
export function answerKeptFirst(app: FastifyInstance, peek: (url: string) => Body | undefined) {
  // A log of all requests has these in it, too.
  if (LOGS_REQUESTS.includes(app.log.level ?? '')) return
  const others = app.server.listeners('request') as Listener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const kept = isPlain(request) ? peek(request.url ?? '') : undefined
    if (kept && sendAgain(request, response, kept)) return
    for (const other of others) other(request, response)
  })
}

/** Asks without sending anything, and has read what it was answered so far. */
const isPlain = ({ method, headers, socket }: IncomingMessage) =>
  method === 'GET' &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  socket.writableLength === 0
