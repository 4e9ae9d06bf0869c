import { pipeline, Readable, type Transform } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

type Chunks = Iterable<string | Buffer> | AsyncIterable<string | Buffer>

/**
 * Streams a response and yields to other requests between chunks, since a megabyte written at once blocks the event
 * loop. An error before the first chunk is handled as usual; a later one closes the connection.
 */
export function sendInChunks(reply: FastifyReply, chunks: Chunks, compressor?: Transform) {
  const source = Readable.from(yieldBetween(chunks))
  return reply.send(compressor ? pipeline(source, compressor, () => {}) : source)
}

async function* yieldBetween(chunks: Chunks) {
  for await (const chunk of chunks) {
    yield chunk
    await setImmediate()
  }
}
