import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

const br = promisify(brotliCompress)
const gz = promisify(gzip)

/** Answers with what is kept under the key, made when it is not. */
export type SendKept = (
  exchange: { request: FastifyRequest; reply: FastifyReply },
  key: string,
  make: () => Promise<Made>,
) => Promise<FastifyReply>

/** A rendered answer, and its encodings so far: each is made when a browser first asks for it. */
export type Body = {
  status: number
  type: string
  location?: string | undefined
  etag: string
  identity: Buffer
  packed: Map<Encoding, Promise<Buffer>>
  /** Whole answers as they have been sent, by what the browser said of itself. */
  sent: Map<Variant, Sent>
  /** When it was asked for, counted in questions. */
  askedAt: number
  /** When it was made, by the clock that never jumps, in ms. */
  madeAt: number
}
type Encoding = keyof typeof PACKERS
type Variant = Encoding | 'plain' | 'unchanged'
type Sent = { status: number; head: string[]; bytes: Buffer | undefined }
/** What was made for an address; with a `location`, that it has moved there. It is kept with status 200, or as `isKept` says. */
export type Made = { status: number; type: string; text: string; location?: string | undefined; isKept?: boolean }

/** What the cache tells whoever measures this process from inside: a page was made, or all pages were forgotten. */
export type PageEvent = 'made' | 'cleared'
const events = channel('boutique.pages')
const tell = (event: PageEvent) => events.publish(event)

const MAX_BYTES = 64 * 2 ** 20
/** Changes are heard of at once; should that ever fail, nothing is older than this. */
export const MAX_AGE_MS = 5 * 60_000
/** Room for the encodings beside the page itself: brotli and gzip take less than half of it together. */
const WITH_ENCODINGS = 1.5
const BROTLI_QUALITY = 5
/** How full it is when something has had to go. */
const ROOM_AGAIN = 0.9

const PACKERS = {
  br: (bytes: Buffer) =>
    br(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => gz(bytes, { level: 6 }),
}

/**
 * Rendered answers in memory, by URL. `clear` empties it; what was being rendered at that moment is
 * answered but not kept. Many who ask for one page at once wait for one rendering. What was asked for longest ago goes
 * when it is full, and what is five minutes old when it is asked for.
 */
export function createPageCache() {
  const kept = new Map<string, Body>()
  const pending = new Map<string, Promise<Body>>()
  let bytes = 0
  let generation = 0
  let questions = 0

  const forget = (key: string, body: Body) => {
    kept.delete(key)
    bytes -= sizeOf(body)
  }
  const keep = (key: string, body: Body) => {
    const before = kept.get(key)
    if (before) forget(key, before)
    kept.set(key, body)
    bytes += sizeOf(body)
    if (bytes <= MAX_BYTES) return
    for (const [oldest, old] of [...kept].sort(([, one], [, other]) => one.askedAt - other.askedAt)) {
      if (bytes <= MAX_BYTES * ROOM_AGAIN) break
      forget(oldest, old)
    }
  }

  return {
    clear() {
      generation++
      kept.clear()
      pending.clear()
      bytes = 0
      tell('cleared')
    },
    peek(key: string) {
      const body = kept.get(key)
      if (!body) return undefined
      if (performance.now() - body.madeAt > MAX_AGE_MS) return void forget(key, body)
      body.askedAt = ++questions
      return body
    },
    make(key: string, render: () => Promise<Made>): Promise<Body> {
      const running = pending.get(key)
      if (running) return running
      const born = generation
      const task = render()
        .then((made) => {
          tell('made')
          const body = { ...encode(made), askedAt: ++questions }
          if (born === generation && (made.isKept ?? made.status === 200)) keep(key, body)
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

function encode({ status, type, text, location }: Made): Omit<Body, 'askedAt'> {
  const identity = Buffer.from(text)
  const etag = `"${createHash('sha1').update(identity).digest('base64url')}"`
  return { status, type, location, etag, identity, packed: new Map(), sent: new Map(), madeAt: performance.now() }
}

/** Answers with the encoding the browser accepts, or 304 when it has this very page already. */
export async function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body) {
  const variant = variantOf(request.headers, body)
  const { status, identity, type, etag, location } = body
  reply.code(status).header('content-type', type).header('etag', etag)
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (location) reply.header('location', location)
  if (variant === 'unchanged') return reply.code(304).send(remembered(reply, body, variant, undefined))
  if (variant === 'plain') return reply.send(remembered(reply, body, variant, identity))
  reply.header('content-encoding', variant)
  return reply.send(remembered(reply, body, variant, await packedBody(body, variant)))
}

/** Answers as this page was answered before; false when it never was, to such a browser. */
export function sendAgain(request: IncomingMessage, response: ServerResponse, body: Body) {
  const sent = body.sent.get(variantOf(request.headers, body))
  if (!sent) return false
  response.writeHead(sent.status, sent.head).end(sent.bytes)
  return true
}

function variantOf(headers: IncomingHttpHeaders, { status, etag }: Body): Variant {
  if (headers['if-none-match'] === etag && status === 200) return 'unchanged'
  return encodingFor(headers['accept-encoding'] ?? '')
}

/** Browsers send few different headers, so that each is read once. */
const encodings = new Map<string, Variant>()
const MOST_HEADERS = 1_000

/** The best encoding that an Accept-Encoding header admits (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string): Variant {
  const known = encodings.get(accepted)
  if (known) return known
  const [best] = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(OFFERED, {
    preferred: PREFERRED,
  })
  const encoding = PREFERRED.find((one) => one === best) ?? 'plain'
  if (encodings.size >= MOST_HEADERS) encodings.clear()
  encodings.set(accepted, encoding)
  return encoding
}

const PREFERRED: Encoding[] = ['br', 'gzip']
const OFFERED = [...PREFERRED, 'identity']

/** Writes down the whole answer. Nothing in it is about who asked. */
function remembered(reply: FastifyReply, { sent, status }: Body, variant: Variant, bytes: Buffer | undefined) {
  const length = bytes ? { 'content-length': bytes.length } : {}
  const head = Object.entries({ ...reply.getHeaders(), ...length }).flatMap(([name, value]) => [name, String(value)])
  sent.set(variant, { status: bytes ? status : 304, head, bytes })
  return bytes
}

function packedBody({ identity, packed }: Body, encoding: Encoding): Promise<Buffer> {
  const made = packed.get(encoding) ?? PACKERS[encoding](identity)
  packed.set(encoding, made)
  return made
}
