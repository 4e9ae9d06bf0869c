/** URLs that end in a password reset token or in a ticket of a line. */
const SECRET_PATTERN = /(\/(?:reset-password|forgot-password-reset|drops\/[^/?#]+\/line)\/)[^/?#]+/i

/** Whether the URL holds a secret; then no Referer may leave the page. */
export const hasSecretInUrl = (url: string) => SECRET_PATTERN.test(url)

/** URLs with the fields of a buy box, which may be names to engrave. */
const ANSWERS_PATTERN = /^(\/+(?:cart|checkout)\/[^?]*\?).+/i

/** The URL without its secret, for logs, and as the cache key of pages that do not depend on it. */
export const redactSecret = (url: string) => url.replace(SECRET_PATTERN, '$1***').replace(ANSWERS_PATTERN, '$1***')
