// What the server says about a request as a whole: it cannot be read, it came too often, or what it asks for is not
// there.

export const NOT_FOUND = {
  address: 'Nothing was found at this address.',
  page: 'This page was not found.',
} as const

export const REQUESTS = {
  failed: 'Something went wrong on our side. Please try again.',
  malformed: 'The request is malformed.',
  methodNotAllowed: 'This method is not allowed here.',
  tooSlow: 'The request took too long. Please try again.',
  tooLarge: 'The request is too large.',
  addressTooLong: 'The address is too long.',
  contentType: 'This type of content is not accepted here.',
  tooMany: 'Too many requests. Please wait a moment.',
  headersTooLarge: 'The headers of the request are too large.',
  busy: 'The shop is busy. Please try again in a moment.',
  otherSite: 'This form was sent by another site. Open it in the shop.',
  tooManyPages: 'Too many pages were opened from your network. Please wait a moment.',
  connectionClosed: 'The connection was closed before the answer was ready.',
  notUtf8: 'The request must be encoded in UTF-8.',
  compressed: 'Send the request without compression.',
} as const

/** What is wrong with a field where its schema has no sentence of its own. */
export const INVALID_FIELDS = {
  subject: (path: string) => (path ? `The field ${path}` : 'The request'),
  missing: 'is required.',
  wrongType: (type: string) => `must be ${type}.`,
  tooSmall: 'is too small or too short.',
  tooBig: 'is too large or too long.',
  invalid: 'is invalid.',
  types: {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  } as Record<string, string>,
  otherType: 'something else',
} as const

/** Why something is refused that was done too often; `retry` follows each sentence. */
export const RATE_LIMITS = {
  policyReport: 'Too many reports from your network.',
  retry: (wait: string) => `Please try again in ${wait}.`,
} as const
