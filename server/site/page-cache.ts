import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type PreparedResponse, prepareResponse, sendPrepared } from '#server/platform/http/prepared-response.ts'
import { isKnownVersion } from '#server/platform/lib/entity-tags.ts'
import { compressWell, decompress, type Encoding, encodingFor, openCompressor } from './compression.ts'
import { createTaggedCache, type TaggedEntry } from './tagged-cache.ts'

/** Sends the cached page of the key; renders it with `make` on a cache miss. */
export type SendCached = (
  exchange: { request: FastifyRequest; reply: FastifyReply },
  key: string,
  make: () => Promise<RenderedPage>,
) => Promise<FastifyReply>

/**
 * A rendered page with its compressed bodies, each compressed on the first request that accepts it, unless the page is
 * short. Brotli takes the place of the body itself, unless that is asked for.
 */
export type CachedPage = TaggedEntry & {
  key: string
  status: number
  type: string
  location?: string | undefined
  vary?: string | undefined
  /** The security headers of its key. */
  headers: Record<string, string>
  etag: string
  identity: Buffer | undefined
  isCompressed: boolean
  encoded: Map<Encoding, Promise<Buffer>>
  /** Complete responses, headers included, by encoding. */
  responses: Map<Variant, PreparedResponse>
  /** How often it was sent, and whether brotli compressed it fast instead of well. */
  hits: number
  isFast: boolean
  /** When its rendering began and, once a change of stock is not shown, when the first of these was. */
  began: number
  staleSince?: number
  /** From when on a stale page is rendered again, beside being sent. */
  refreshAt: number
  /** Counts the memory of the page anew. One function for all pages, because each would hold on to its request. */
  resize(page: CachedPage): void
  /** Called each time the page is sent. */
  onSent?: (() => void) | undefined
}
type Variant = Encoding | 'plain' | 'unchanged'
/**
 * A page as rendered, with the tags of what it shows; `location` makes it a redirect. The cache stores status 200
 * unless `isCacheable` says otherwise.
 */
export type RenderedPage = {
  status: number
  type: string
  text: string
  tags: string[]
  location?: string | undefined
  /** Request headers that lead to another response, by default those of the encoding. */
  vary?: string
  isCacheable?: boolean
  onSent?: (() => void) | undefined
}

/** Events on the diagnostics channel `boutique.pages`: one page rendered, or what a change made stale cleared. */
export type PageEvent = 'made' | 'cleared'
const events = channel('boutique.pages')
export const publishPageEvent = (event: PageEvent) => events.publish(event)

/** All bodies together: 1,300 product pages as browsers take them, of 16 kB each with brotli. */
const MAX_BYTES = 24 * 2 ** 20
/** Memory of a page besides its bodies, with the heads of its responses. */
const OVERHEAD_BYTES = 4_000
/** A body that fits into a packet arrives no sooner for being compressed. */
const MIN_COMPRESSED_BYTES = 1_400
/** A page that was asked for so often since its rendering will be asked for again. */
const HITS_OF_A_HOT_PAGE = 3

/** A page that was rendered so often within this time is in demand and changes all the time. */
const BUSY_RENDERINGS = 3
const BUSY_MS = 2_000
const MAX_BUSY_KEYS = 1_000
/** A busy page is rendered no more often than this, and is sent no longer than that after a change it does not show. */
const REFRESH_MS = 250
const MAX_STALE_MS = 500

const compress = openCompressor()

export type PageCache = ReturnType<typeof createPageCache>

/** The headers that every response of a key has besides those of its page. */
type HeadersOf = (key: string) => Record<string, string>
type HeadersForCdn = FastifyInstance['cdnHeaders']

/**
 * Cache of rendered pages by URL, bounded in memory. `clear` removes the pages with one of these tags. When nothing but
 * stock has changed, a busy page stays for half a second at most, and is rendered four times a second beside being sent: a
 * list of which twenty pieces a second are sold need not be rendered for each sale.
 */
export function createPageCache(headersOf: HeadersOf = () => ({})) {
  const cache = createTaggedCache<CachedPage>({
    maxSize: MAX_BYTES,
    sizeOf: (page, key) => key.length + OVERHEAD_BYTES + bytesOf(page),
  })
  const renderings = new LRUCache<string, number[]>({ max: MAX_BUSY_KEYS })
  const resize = (page: CachedPage) => cache.resize(page.key, page)

  const note = (key: string, began: number) =>
    renderings.set(key, [...(renderings.get(key) ?? []), began].slice(-BUSY_RENDERINGS))
  const isBusy = (key: string, now: number) => {
    const last = renderings.get(key)
    return last?.length === BUSY_RENDERINGS && now - (last[0] ?? 0) < BUSY_MS
  }
  /** Whether the page stays although a change of stock at `now` is not in it. */
  const staysStale = (page: CachedPage, now: number) => {
    const storedPage = cache.peek(page.key)
    if (!isBusy(page.key, now) || (storedPage && storedPage.began > page.began)) return false
    if (page.staleSince !== undefined) return true
    page.staleSince = now
    // Responses for a CDN say that it may cache them.
    page.responses.clear()
    return true
  }
  /** The page, unless a change is too old that it does not show, and whether it is to be rendered again. */
  const usable = (key: string): { page: CachedPage | undefined; isDue: boolean } => {
    const page = cache.peek(key)
    if (page?.staleSince === undefined) return { page, isDue: false }
    const now = performance.now()
    return { page: now - page.staleSince < MAX_STALE_MS ? page : undefined, isDue: now >= page.refreshAt }
  }

  /** `encodings` is given when nobody waits for the page. */
  const make = (key: string, render: () => Promise<RenderedPage>, encodings?: Encoding[]): Promise<CachedPage> =>
    cache.make(key, async () => {
      const began = performance.now()
      note(key, began)
      const rendering = await render()
      // Requests that came while it was rendered are answered first, and again before it is compressed.
      if (encodings) await nextTurn()
      const page = toCachedPage(key, { ...rendering, began, resize }, headersOf(key))
      publishPageEvent('made')
      if (!encodings || !page.isCompressed) return page
      await nextTurn()
      await Promise.all(encodings.map((encoding) => compressedPage(page, encoding)))
      return page
    })

  return {
    /** The page, if it can be sent and need not be rendered. */
    peek(key: string) {
      const { page, isDue } = usable(key)
      return isDue ? undefined : page
    },
    /** The page as rendered now or, when a busy one is only to be refreshed, as it is while it is rendered. */
    async get(key: string, render: () => Promise<RenderedPage>) {
      const { page, isDue } = usable(key)
      if (!page) return make(key, render)
      if (isDue) {
        page.refreshAt = performance.now() + REFRESH_MS
        // After this response. Whoever comes when the page is too old gets the error.
        setImmediate(() => make(key, render, [...page.encoded.keys()]).catch(() => {}))
      }
      return page
    },
    make: (key: string, render: () => Promise<RenderedPage>) => make(key, render),
    clear(tags: string[], { isStock = false } = {}) {
      const now = performance.now()
      cache.clear(tags, (page) => isStock && staysStale(page, now))
    },
  }
}

/** A short hash of security headers; most keys have the same object. */
function versionOf(headers: Record<string, string>) {
  const version = versions.get(headers) ?? hash('sha1', JSON.stringify(headers), 'base64url').slice(0, 8)
  versions.set(headers, version)
  return version
}
const versions = new WeakMap<Record<string, string>, string>()

/** The bytes of all bodies of the page. */
function bytesOf({ identity, responses }: CachedPage) {
  const bytes = new Set([identity, ...[...responses.values()].map((response) => response.bytes)])
  return [...bytes].reduce((sum, body) => sum + (body?.length ?? 0), 0)
}

function toCachedPage(
  key: string,
  { text, isCacheable, ...page }: RenderedPage & Pick<CachedPage, 'began' | 'resize'>,
  headers: Record<string, string>,
): CachedPage {
  const identity = Buffer.from(text)
  // Browsers keep the headers of a page that has not changed, so its version is theirs, too. It is weak, because it is
  // that of the page in each encoding (RFC 9110, 8.8.3.3).
  const etag = `W/"${hash('sha1', identity, 'base64url')}-${versionOf(headers)}"`
  const isStored = isCacheable ?? page.status === 200
  return {
    ...page,
    key,
    headers,
    etag,
    identity,
    isCompressed: identity.length > MIN_COMPRESSED_BYTES,
    isCacheable: isStored,
    encoded: new Map(),
    responses: new Map(),
    hits: 0,
    isFast: false,
    refreshAt: page.began + REFRESH_MS,
  }
}

/**
 * Sends the page in the encoding that the request accepts, or 304 when it has this version, with the headers that a 304
 * must have (RFC 9110, 15.4.5) and no others: the browser has them.
 */
export const sendPage = async (request: FastifyRequest, reply: FastifyReply, page: CachedPage) =>
  sendPrepared(reply, await responseOf(page, request.headers, reply.server.cdnHeaders))

async function responseOf(page: CachedPage, requestHeaders: IncomingHttpHeaders, cdnHeaders: HeadersForCdn) {
  const response = preparedResponse(requestHeaders, page)
  if (response) return response
  countHit(page)
  const variant = variantOf(requestHeaders, page)
  return storeResponse(page, variant, cdnHeaders, variant === 'unchanged' ? undefined : await bodyOf(page, variant))
}

/** The stored response for these headers; undefined when the page was never sent in the encoding that they accept. */
export function preparedResponse(requestHeaders: IncomingHttpHeaders, page: CachedPage) {
  const response = page.responses.get(variantOf(requestHeaders, page))
  if (response) countHit(page)
  return response
}

/** Has the body of a page that turns out to be hot compressed well, in the background. */
function countHit(page: CachedPage) {
  page.hits++
  page.onSent?.()
  if (!page.isFast || page.hits < HITS_OF_A_HOT_PAGE) return
  page.isFast = false
  const well = plainBody(page).then(compressWell)
  well.then(
    (bytes) => {
      page.encoded.set('br', well)
      const brotliResponse = page.responses.get('br')
      if (brotliResponse) {
        const headers = { ...brotliResponse.headers, [LENGTH]: String(bytes.length) }
        page.responses.set('br', prepareResponse(brotliResponse.status, headers, bytes))
      }
      page.resize(page)
    },
    () => {},
  )
}

const LENGTH = 'content-length'

function variantOf(headers: IncomingHttpHeaders, { status, etag, isCompressed }: CachedPage): Variant {
  if (status === 200 && isKnownVersion(headers, etag)) return 'unchanged'
  return isCompressed ? encodingFor(headers['accept-encoding'] ?? '') : 'plain'
}

/** Stores the complete response. It holds nothing about the caller: its headers follow from the key of the page. */
function storeResponse(page: CachedPage, variant: Variant, cdnHeaders: HeadersForCdn, bytes?: Buffer) {
  const { status, type, etag, location, vary = 'accept-encoding', tags } = page
  const isShared = page.isCacheable && page.staleSince === undefined
  const version = { etag, 'cache-control': 'no-cache', vary, ...cdnHeaders(isShared ? tags : undefined) }
  const response = bytes
    ? prepareResponse(
        status,
        {
          ...page.headers,
          ...version,
          'content-type': type,
          ...(location ? { location } : {}),
          ...(variant === 'plain' ? {} : { 'content-encoding': variant }),
          [LENGTH]: String(bytes.length),
        },
        bytes,
      )
    : prepareResponse(304, version, undefined)
  page.responses.set(variant, response)
  page.resize(page)
  return response
}

const bodyOf = (page: CachedPage, encoding: Encoding | 'plain') =>
  encoding === 'plain' ? (page.identity ?? plainBody(page)) : compressedPage(page, encoding)

function compressedPage(page: CachedPage, encoding: Encoding): Promise<Buffer> {
  const pending = page.encoded.get(encoding)
  if (pending) return pending
  const making = plainBody(page).then(async (body) => {
    const { bytes, isFast } = compress(body, encoding)
    page.isFast ||= isFast
    const compressedBytes = await bytes
    if (encoding === 'br') page.identity = undefined
    return compressedBytes
  })
  page.encoded.set(encoding, making)
  return making
}

/** The body as rendered; made of the one with brotli, where that has taken its place. */
async function plainBody({ identity, responses, encoded }: CachedPage): Promise<Buffer> {
  const plainBytes = identity ?? responses.get('plain')?.bytes
  if (plainBytes) return plainBytes
  const brotliBytes = await encoded.get('br')
  assert(brotliBytes)
  return decompress(brotliBytes)
}
