const BASE = 'http://shop.invalid'

// Letters, digits and the signs of the shop's own paths. No colon, at sign, backslash, space or control character.
const PLAIN_PATTERN = /^[\w\-./?=&%~+]+$/

/**
 * The path to go to after signing in: that of `?redirect=` when it belongs to this shop (`shipping` means `/shipping`),
 * else the home page.
 */
export function redirectTarget(raw: string | null): string {
  if (!raw || !PLAIN_PATTERN.test(raw)) return '/'
  const { origin, pathname, search } = new URL(raw.startsWith('/') ? raw : `/${raw}`, BASE)
  return origin === BASE && isPlainPath(pathname) ? pathname + search : '/'
}

/** Rejects everything that a browser, or a second decoding, could take for another host. */
function isPlainPath(pathname: string) {
  try {
    const path = decodeURIComponent(pathname)
    return !path.includes('//') && !/[\\:@\p{Cc}%]/u.test(path)
  } catch {
    return false
  }
}
