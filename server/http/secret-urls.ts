/** Addresses that end in a secret: who knows it may set a new password. */
const SECRET = /(\/(?:reset-password|forgot-password-reset)\/)[^/?#]+/i

/** Whether an address holds a secret: no other site may learn it from the browser. */
export const hasSecretInUrl = (url: string) => SECRET.test(url)

/** The address without the secret in it, for logs, and for pages that are the same whatever it is. */
export const redactSecret = (url: string) => url.replace(SECRET, '$1***')
