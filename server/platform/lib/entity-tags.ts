import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether the If-None-Match header has this entity tag, or `*` (RFC 9110, 13.1.2). The comparison is weak: proxies that
 * compress make a strong tag a weak one.
 */
export function isKnownVersion({ 'if-none-match': knownTags }: IncomingHttpHeaders, etag: string) {
  if (knownTags === undefined) return false
  if (knownTags === etag || knownTags === '*') return true
  const opaque = withoutWeakness(etag)
  return knownTags.split(',').some((one) => withoutWeakness(one.trim()) === opaque)
}

const withoutWeakness = (etag: string) => etag.replace(/^W\//, '')
