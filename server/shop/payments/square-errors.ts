import type { ErrorCategory, SquareError } from './square-api.ts'
import { CARDS } from './texts.ts'

/**
 * The meaning of a Square error code for a payment attempt. `retry`: the same call may be repeated. `unknown`: money may
 * be held. All others are definite: Square neither took nor holds money.
 */
export type ErrorClass = 'unknown' | 'retry' | 'operator' | 'verify_buyer' | 'new_token' | 'declined'

/** Codes whose class does not follow from their category. Square adds codes, so the list is never complete. */
const CODES: Record<ErrorClass, string> = {
  unknown: `CONFLICT IDEMPOTENCY_KEY_REUSED VERSION_MISMATCH DELAYED_TRANSACTION_CANCELED DELAYED_TRANSACTION_CAPTURED
    DELAYED_TRANSACTION_EXPIRED DELAYED_TRANSACTION_FAILED`,
  retry: 'REQUEST_TIMEOUT TEMPORARY_ERROR',
  operator: `CURRENCY_MISMATCH INSUFFICIENT_PERMISSIONS INVALID_FEES INVALID_LOCATION MISSING_ACCOUNT_TYPE
    NOT_IMPLEMENTED PAYMENT_AMOUNT_MISMATCH UNSUPPORTED_ENTRY_METHOD`,
  verify_buyer: 'CARD_DECLINED_VERIFICATION_REQUIRED',
  new_token: 'CARD_TOKEN_EXPIRED CARD_TOKEN_USED SOURCE_EXPIRED SOURCE_USED',
  declined: `AMOUNT_TOO_HIGH AMOUNT_TOO_LOW CARD_PRESENCE_REQUIRED INVALID_CARD_DATA INVALID_EXPIRATION_DATE
    INVALID_EXPIRATION_YEAR ISSUER_INSTALLMENT_ERROR PAYMENT_SOURCE_NOT_ENABLED_FOR_TARGET RESERVATION_DECLINED`,
}

const CATEGORIES: Record<string, ErrorClass> = {
  API_ERROR: 'retry',
  RATE_LIMIT_ERROR: 'retry',
  AUTHENTICATION_ERROR: 'operator',
  INVALID_REQUEST_ERROR: 'operator',
  PAYMENT_METHOD_ERROR: 'declined',
} satisfies Partial<Record<ErrorCategory, ErrorClass>>

/** Least certain class first: of several errors in one answer, the least certain one decides. */
const CLASSES = Object.keys(CODES) as ErrorClass[]

const CLASS_OF = new Map(CLASSES.flatMap((name) => CODES[name].split(/\s+/).map((code) => [code, name] as const)))

/** The class of an answer with this HTTP status (0: no answer) and these errors: by code, else category, else status. */
export function classOf(status: number, errors: readonly SquareError[]): ErrorClass {
  const classes = errors.map((error) => classOfError(error) ?? classOfStatus(status))
  return CLASSES.find((name) => classes.includes(name)) ?? classOfStatus(status)
}

/** An unknown source is a fault of the browser's card token, not of the shop's account. */
const classOfError = ({ code = '', category = '', field }: SquareError): ErrorClass | undefined =>
  code === 'NOT_FOUND' && field === 'source_id' ? 'new_token' : (CLASS_OF.get(code) ?? CATEGORIES[category])

function classOfStatus(status: number): ErrorClass {
  if (status === 0 || status === 408 || status === 429 || status >= 500) return 'retry'
  return status >= 400 && status !== 409 ? 'operator' : 'unknown'
}

const SENTENCES = [
  [/^(VERIFY_)?CVV_FAILURE$/, CARDS.securityCode],
  [/^(ADDRESS_VERIFICATION_FAILURE|VERIFY_AVS_FAILURE|INVALID_POSTAL_CODE)$/, CARDS.zipCode],
  [/^(CARD_EXPIRED|(INVALID|BAD)_EXPIRATION(_DATE|_YEAR)?|EXPIRATION_FAILURE)$/, CARDS.expired],
] as const

const BY_CLASS = {
  declined: CARDS.declined,
  new_token: CARDS.formTimedOut,
  verify_buyer: CARDS.formTimedOut,
  operator: CARDS.unavailable,
}

export type Refusal = keyof typeof BY_CLASS

/** The sentence that tells a shopper why the card was refused. */
export const refusalSentence = (refusal: Refusal, code: string) =>
  SENTENCES.find(([codes]) => codes.test(code))?.[1] ?? BY_CLASS[refusal]
