/** The URLs that end in a secret, by their beginnings; the first are those of password resets. */
const OWN_PATTERNS = [/(\/(?:reset-password|forgot-password-reset)\/)[^/?#]+/i]

/** Those of features. app/server/features.ts fills the list while the program loads. */
export const secretUrls: RegExp[] = []

/** A pattern of the URLs that end in a secret after this path, in which a segment such as `:slug` may be any. */
export const secretAfter = (path: string) => new RegExp(`(${path.replaceAll(/:\w+/g, '[^/?#]+')})[^/?#]+`, 'i')

/** Whether the URL holds a secret; then no Referer may leave the page. */
export const hasSecretInUrl = (url: string) => [...OWN_PATTERNS, ...secretUrls].some((pattern) => pattern.test(url))

/** URLs with the fields of a buy box, which may be names to engrave. */
const ANSWERS_PATTERN = /^(\/+(?:cart|checkout)\/[^?]*\?).+/i

/** The URL without its secret, for logs, and as the cache key of pages that do not depend on it. */
export const redactSecret = (url: string) =>
  [...OWN_PATTERNS, ...secretUrls, ANSWERS_PATTERN].reduce(
    (redacted, pattern) => redacted.replace(pattern, '$1***'),
    url,
  )
