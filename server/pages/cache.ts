import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const br = promisify(brotliCompress)
const gz = promisify(gzip)

/** A rendered answer in each encoding a browser may ask for. */
export type Body = { status: number; type: string; etag: string; identity: Buffer; br: Buffer; gzip: Buffer }
export type Made = { status: number; type: string; text: string }

const MAX_BYTES = 64 * 2 ** 20
const BROTLI_QUALITY = 5

/**
 * Rendered answers in memory, compressed once, by URL. `clear` empties it; what was being rendered at that moment is
 * answered but not kept. Many who ask for one page at once wait for one rendering. What was asked for longest ago goes when it is full.
 */
export function createPageCache() {
  const kept = new Map<string, Body>()
  const pending = new Map<string, Promise<Body>>()
  let bytes = 0
  let generation = 0

  const keep = (key: string, body: Body) => {
    kept.set(key, body)
    bytes += sizeOf(body)
    for (const [oldest, old] of kept) {
      if (bytes <= MAX_BYTES) break
      kept.delete(oldest)
      bytes -= sizeOf(old)
    }
  }

  return {
    clear() {
      generation++
      kept.clear()
      pending.clear()
      bytes = 0
    },
    peek(key: string) {
      const body = kept.get(key)
      if (!body) return undefined
      // To the end of the line: what is asked for stays, what nobody asks for goes.
      kept.delete(key)
      kept.set(key, body)
      return body
    },
    make(key: string, render: () => Promise<Made>): Promise<Body> {
      const running = pending.get(key)
      if (running) return running
      const born = generation
      const task = render()
        .then(encode)
        .then((body) => {
          if (born === generation && body.status === 200) keep(key, body)
          return body
        })
        .finally(() => {
          if (pending.get(key) === task) pending.delete(key)
        })
      pending.set(key, task)
      return task
    },
  }
}

const sizeOf = (body: Body) => body.identity.length + body.br.length + body.gzip.length

async function encode({ status, type, text }: Made): Promise<Body> {
  const identity = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [asBr, asGzip] = await Promise.all([br(identity, { params }), gz(identity, { level: 6 })])
  const etag = `"${createHash('sha1').update(identity).digest('base64url')}"`
  return { status, type, etag, identity, br: asBr, gzip: asGzip }
}

/** Answers with the encoding the browser accepts, or 304 when it has this very page already. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body) {
  const { headers } = request
  reply.code(body.status).header('content-type', body.type).header('etag', body.etag)
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (headers['if-none-match'] === body.etag && body.status === 200) return reply.code(304).send()
  const accepted = headers['accept-encoding'] ?? ''
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(body.br)
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(body.gzip)
  return reply.send(body.identity)
}
