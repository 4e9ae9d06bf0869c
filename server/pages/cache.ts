import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const br = promisify(brotliCompress)
const gz = promisify(gzip)

/** A rendered answer, and its encodings so far: each is made when a browser first asks for it. */
export type Body = {
  status: number
  type: string
  etag: string
  identity: Buffer
  packed: Map<Encoding, Promise<Buffer>>
}
type Encoding = keyof typeof PACKERS
export type Made = { status: number; type: string; text: string }

const MAX_BYTES = 64 * 2 ** 20
/** Room for the encodings beside the page itself: brotli and gzip take less than half of it together. */
const WITH_ENCODINGS = 1.5
const BROTLI_QUALITY = 5

const PACKERS = {
  br: (bytes: Buffer) =>
    br(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => gz(bytes, { level: 6 }),
}

/**
 * Rendered answers in memory, by URL. `clear` empties it; what was being rendered at that moment is
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

const sizeOf = ({ identity }: Body) => identity.length * WITH_ENCODINGS

function encode({ status, type, text }: Made): Body {
  const identity = Buffer.from(text)
  const etag = `"${createHash('sha1').update(identity).digest('base64url')}"`
  return { status, type, etag, identity, packed: new Map() }
}

/** Answers with the encoding the browser accepts, or 304 when it has this very page already. */
export async function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body) {
  const { headers } = request
  reply.code(body.status).header('content-type', body.type).header('etag', body.etag)
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (headers['if-none-match'] === body.etag && body.status === 200) return reply.code(304).send()
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
  if (!encoding) return reply.send(body.identity)
  return reply.header('content-encoding', encoding).send(await packedBody(body, encoding))
}

function packedBody({ identity, packed }: Body, encoding: Encoding): Promise<Buffer> {
  const made = packed.get(encoding) ?? PACKERS[encoding](identity)
  packed.set(encoding, made)
  return made
}
