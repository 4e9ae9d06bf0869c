import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * How much of a body is discarded after its answer (three of the largest photographs), and for how long: with the 19
 * seconds that an answer may take, no connection is held for more than 30.
 */
const MOST_DISCARDED = 64 * 2 ** 20
const MOST_MS = 10_000

/**
 * Lets clients read an answer that comes before their body was read, such as a 401. A connection that is closed with
 * bytes unread is reset, and whoever still sends loses the answer (RFC 9112, section 9.6). So the rest of the body is
 * discarded, within limits, and then the connection is closed.
 */
export function discardUnreadBodies(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    // A page that is rendered calls without a connection.
    if (raw.complete || !(raw.socket instanceof Socket)) return
    reply.header('connection', 'close')
    if (typeof payload !== 'string') return
    reply.header('content-length', Buffer.byteLength(payload))
    return Readable.from(answerThenDiscard(payload, raw))
  })
}

async function* answerThenDiscard(answer: string, raw: IncomingMessage) {
  yield answer
  await discardRest(raw)
}

/** Resolves when the body has ended, or is at one of the limits. */
async function discardRest(raw: IncomingMessage) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = raw.socket.bytesRead + MOST_DISCARDED
  const timer = setTimeout(resolve, MOST_MS)
  raw.once('end', resolve).once('close', resolve)
  raw.unpipe().on('data', () => raw.socket.bytesRead > end && resolve())
  await promise
  clearTimeout(timer)
}
