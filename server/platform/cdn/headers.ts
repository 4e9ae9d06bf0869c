import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Cdn, PROVIDERS } from './providers.ts'
import { EVERYTHING } from './tags.ts'

/** How long a CDN serves a page without asking the shop: the longest that a page stays old when no purge arrives. */
export const CDN_SECONDS = 300

/** Header lines of many kilobytes are refused by proxies: a page that shows more is not cached by the CDN. */
const MOST_KEYS = 100

type HeadersFor = (tags: string[] | undefined) => Record<string, string>

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers that tell the CDN to cache a response with these tags, or not to cache it. Empty without a CDN. */
    cdnHeaders: HeadersFor
  }
}

/** The surrogate key of a tag: short, and of characters that every CDN takes. Some ignore upper and lower case. */
export const keyOf = (tag: string) => hash('sha256', tag, 'hex').slice(0, 16)

/** Adds `cdnHeaders`. With a CDN, every response that may not be shared says so, since CDNs have defaults of their own. */
export function addCdnHeaders(app: FastifyInstance, cdn: Cdn | undefined) {
  app.decorate('cdnHeaders', cdn ? headersFor(cdn) : () => ({}))
  if (!cdn) return
  const { ageHeader } = PROVIDERS[cdn.name]
  app.addHook('onSend', (_, reply, _payload, done) => {
    const caching = reply.getHeader('cache-control') ?? 'no-store'
    const isShared = reply.hasHeader(ageHeader) || /public|private/.test(String(caching))
    if (!isShared) reply.header('cache-control', `private, ${caching}`)
    done()
  })
}

function headersFor({ name }: Cdn): HeadersFor {
  const { ageHeader, keysHeader, separator } = PROVIDERS[name]
  return (tags) => {
    if (!tags || tags.length >= MOST_KEYS) return { 'cache-control': 'private, no-cache' }
    const keys = [...new Set([EVERYTHING, ...tags])].map(keyOf)
    return { [ageHeader]: `max-age=${CDN_SECONDS}`, [keysHeader]: keys.join(separator) }
  }
}
