import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>

/**
 * Sends the pieces as the client reads them, with other requests answered in between: a megabyte written at once takes the
 * event loop for long. What the pieces throw before the first one is answered as any error; later, the connection breaks.
 */
export function sendInPieces(reply: FastifyReply, pieces: Pieces) {
  return reply.send(Readable.from(oneByOne(pieces)))
}

async function* oneByOne(pieces: Pieces) {
  for await (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}
