import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * How much of a body is discarded after the response (three of the largest photos), and for how long: with the 19
 * seconds of a response, no connection is held for more than 30.
 */
const MOST_DISCARDED = 64 * 2 ** 20
const MOST_MS = 10_000

/**
 * Lets clients read a response that was sent before their body was read, such as a 401. Closing a connection with
 * unread bytes resets it, and the client loses the response (RFC 9112, section 9.6). So the rest of the body is
 * discarded, within limits, before the connection closes.
 */
export function discardUnreadBodies(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    // Node closes a request without a body at once. Calls made while a page is rendered have no connection.
    if (raw.complete || raw.destroyed || !(raw.socket instanceof Socket)) return
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

/** Resolves when the body has ended or a limit is reached. */
async function discardRest(raw: IncomingMessage) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = raw.socket.bytesRead + MOST_DISCARDED
  const timer = setTimeout(resolve, MOST_MS)
  raw.once('end', resolve).once('close', resolve)
  raw.unpipe().on('data', () => raw.socket.bytesRead > end && resolve())
  await promise
  clearTimeout(timer)
}
