import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

type Chunks = Iterable<string | Buffer> | AsyncIterable<string | Buffer>

/**
 * Sends the pieces as the client reads them, with other requests answered in between: a megabyte written at once takes the
 * event loop for long. What the pieces throw before the first one is answered as any error; later, the connection breaks.
 */
export function sendInChunks(reply: FastifyReply, pieces: Chunks) {
  return reply.send(Readable.from(yieldBetween(pieces)))
}

async function* yieldBetween(pieces: Chunks) {
  for await (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}
