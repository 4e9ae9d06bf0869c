import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

const br = promisify(brotliCompress)
const gz = promisify(gzip)

/** Sends the cached page of the key; renders it with `make` on a cache miss. */
export type SendCached = (
  exchange: { request: FastifyRequest; reply: FastifyReply },
  key: string,
  make: () => Promise<RenderedPage>,
) => Promise<FastifyReply>

/** A rendered page with its compressed bodies, each compressed on the first request that accepts it. */
export type CachedPage = {
  status: number
  type: string
  location?: string | undefined
  etag: string
  identity: Buffer
  encoded: Map<Encoding, Promise<Buffer>>
  /** Complete responses, headers included, by encoding. */
  responses: Map<Variant, SerializedResponse>
}
type Encoding = keyof typeof ENCODERS
type Variant = Encoding | 'plain' | 'unchanged'
type SerializedResponse = { status: number; head: string[]; bytes: Buffer | undefined }
/** A page as rendered; `location` makes it a redirect. The cache stores status 200 unless `isCacheable` says otherwise. */
export type RenderedPage = {
  status: number
  type: string
  text: string
  location?: string | undefined
  isCacheable?: boolean
}

/** Events on the diagnostics channel `boutique.pages`: one page rendered, or the whole cache cleared. */
export type PageEvent = 'made' | 'cleared'
const events = channel('boutique.pages')
const publish = (event: PageEvent) => events.publish(event)

const MAX_BYTES = 64 * 2 ** 20
/** Upper bound on the age of a cached page, should a change notification ever be lost. */
export const MAX_AGE_MS = 5 * 60_000
/** Memory of a page relative to its HTML: brotli and gzip together take less than half of it. */
const ENCODINGS_FACTOR = 1.5
const BROTLI_QUALITY = 5

const ENCODERS = {
  br: (bytes: Buffer) =>
    br(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => gz(bytes, { level: 6 }),
}

/**
 * In-memory cache of rendered pages by URL: least recently used out first, five minutes at most. Rendering is
 * single-flight. `clear` empties the cache; a page whose rendering is under way then is sent but not stored.
 */
export function createPageCache() {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ identity }, key) => key.length + Math.ceil(identity.length * ENCODINGS_FACTOR),
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
  })
  const pending = new Map<string, Promise<CachedPage>>()

  return {
    clear() {
      pages.clear()
      pending.clear()
      publish('cleared')
    },
    peek: (key: string) => pages.get(key),
    make(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
      const running = pending.get(key)
      if (running) return running
      const isCurrent = () => pending.get(key) === task
      const task: Promise<CachedPage> = render()
        .then((made) => {
          publish('made')
          const page = encode(made)
          if (isCurrent() && (made.isCacheable ?? made.status === 200)) pages.set(key, page)
          return page
        })
        .finally(() => {
          if (isCurrent()) pending.delete(key)
        })
      pending.set(key, task)
      return task
    },
  }
}

function encode({ status, type, text, location }: RenderedPage): CachedPage {
  const identity = Buffer.from(text)
  const etag = `"${createHash('sha1').update(identity).digest('base64url')}"`
  return { status, type, location, etag, identity, encoded: new Map(), responses: new Map() }
}

/** Sends the page in the encoding that the browser accepts, or 304 when the browser has this version. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  const variant = variantOf(request.headers, page)
  const { status, identity, type, etag, location } = page
  reply.code(status).header('content-type', type).header('etag', etag)
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (location) reply.header('location', location)
  if (variant === 'unchanged') return reply.code(304).send(rememberResponse(reply, page, variant, undefined))
  if (variant === 'plain') return reply.send(rememberResponse(reply, page, variant, identity))
  reply.header('content-encoding', variant)
  return reply.send(rememberResponse(reply, page, variant, await encodedBody(page, variant)))
}

/** Sends the stored response of that encoding; false when the page was never sent in it. */
export function sendSerialized(request: IncomingMessage, response: ServerResponse, page: CachedPage) {
  const sent = page.responses.get(variantOf(request.headers, page))
  if (!sent) return false
  response.writeHead(sent.status, sent.head).end(sent.bytes)
  return true
}

function variantOf(headers: IncomingHttpHeaders, { status, etag }: CachedPage): Variant {
  if (headers['if-none-match'] === etag && status === 200) return 'unchanged'
  return encodingFor(headers['accept-encoding'] ?? '')
}

/** Parsed Accept-Encoding headers; browsers send few different ones. */
const encodings = new LRUCache<string, Variant>({ max: 1_000 })

/** Best encoding that an Accept-Encoding header admits (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string): Variant {
  const known = encodings.get(accepted)
  if (known) return known
  const [best] = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(OFFERED, {
    preferred: PREFERRED,
  })
  const encoding = PREFERRED.find((one) => one === best) ?? 'plain'
  encodings.set(accepted, encoding)
  return encoding
}

const PREFERRED: Encoding[] = ['br', 'gzip']
const OFFERED = [...PREFERRED, 'identity']

/** Stores the complete response. It holds nothing about the caller. */
function rememberResponse(
  reply: FastifyReply,
  { responses, status }: CachedPage,
  variant: Variant,
  bytes: Buffer | undefined,
) {
  const length = bytes ? { 'content-length': bytes.length } : {}
  const head = Object.entries({ ...reply.getHeaders(), ...length }).flatMap(([name, value]) => [name, String(value)])
  responses.set(variant, { status: bytes ? status : 304, head, bytes })
  return bytes
}

function encodedBody({ identity, encoded }: CachedPage, encoding: Encoding): Promise<Buffer> {
  const made = encoded.get(encoding) ?? ENCODERS[encoding](identity)
  encoded.set(encoding, made)
  return made
}
