// What the server says about a request as a whole: it cannot be read, it came too often, or what it asks for is not
// there.

export const NOT_FOUND = {
  address: 'Nothing was found at this address.',
  page: 'This page was not found.',
  product: 'This product was not found.',
  productInOrder: 'A product in your order was not found. Remove it from your cart and try again.',
  selectedProduct: 'One of these products was not found. Reload the list and try again.',
  category: 'This category was not found.',
  collection: 'This collection was not found.',
  order: 'This order was not found.',
  orderLink: 'This link no longer works.',
  coupon: 'This coupon was not found.',
  payment: 'This payment was not found.',
  refund: 'This refund was not found.',
  savedAddress: 'This address was not found.',
  discrepancy: 'This discrepancy was not found.',
  import: 'This import was not found.',
  request: 'This request was not found.',
  listedProduct: 'This piece was not found, or is not for sale. Choose another.',
  account: 'This account was not found.',
  testEmail: 'This test email was not found.',
  email: 'No account has this email address.',
  apiKey: 'This API key was not found.',
  robotCheck: 'This shop uses another robot check.',
  sitemap: 'This sitemap was not found.',
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
  payment: 'Too many payment attempts. Your card was not charged.',
  freeOrder: 'You completed too many free orders in a short time.',
  order: 'You placed too many orders in a short time.',
  coupon: 'Too many wrong discount codes.',
  signIn: 'Too many sign-in attempts.',
  robotChallenge: 'Too many robot checks from your network.',
  registration: 'Too many accounts were created from your network.',
  guest: 'Too many orders without an account were begun from your network.',
  policyReport: 'Too many reports from your network.',
  resetMail: 'Too many password reset requests.',
  setupTest: 'Too many tests in a short time.',
  testEmail: 'Too many test emails.',
  orderKey: 'Too many order links were tried.',
  placedMail: 'Too many orders were placed with this email address.',
  orderFind: 'Too many requests for order links.',
  emailCode: 'Too many codes were requested or tried.',
  resetLink: 'Too many reset links were tried.',
  adminLink: 'Too many tries with links that do not work.',
  pieceRequest: 'You asked for too many pieces in a short time.',
  requestLink: 'Too many links were tried.',
  retry: (wait: string) => `Please try again in ${wait}.`,
} as const
