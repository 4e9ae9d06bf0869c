import { expect, test } from 'vitest'
import { classOf, refusalSentence } from './square-errors.ts'

test.for([
  ['a declined card', 402, 'PAYMENT_METHOD_ERROR', 'INSUFFICIENT_FUNDS', 'declined'],
  ['a bad expiry, said as a bad request', 400, 'INVALID_REQUEST_ERROR', 'INVALID_EXPIRATION_YEAR', 'declined'],
  ['a spent token', 400, 'INVALID_REQUEST_ERROR', 'SOURCE_USED', 'new_token'],
  ['a bank that wants to know', 400, 'PAYMENT_METHOD_ERROR', 'CARD_DECLINED_VERIFICATION_REQUIRED', 'verify_buyer'],
  ['a fault of ours', 400, 'INVALID_REQUEST_ERROR', 'VALUE_TOO_LONG', 'operator'],
  ['an account that may not', 403, 'PAYMENT_METHOD_ERROR', 'INSUFFICIENT_PERMISSIONS', 'operator'],
  ['an error for now', 400, 'PAYMENT_METHOD_ERROR', 'TEMPORARY_ERROR', 'retry'],
  ['a payment that changed', 400, 'INVALID_REQUEST_ERROR', 'DELAYED_TRANSACTION_CAPTURED', 'unknown'],
  ['a new code of a known category', 400, 'API_ERROR', 'NEW_CODE', 'retry'],
  ['a new code of a new category', 400, 'NEW_CATEGORY', 'NEW_CODE', 'operator'],
  ['a new code of a new category, with a server error', 503, 'NEW_CATEGORY', 'NEW_CODE', 'retry'],
] as const)('%s', ([, status, category, code, errorClass]) => {
  expect(classOf(status, [{ category, code }])).toBe(errorClass)
})

test.for([
  [0, 'retry'],
  [200, 'unknown'],
  [400, 'operator'],
  [404, 'operator'],
  [408, 'retry'],
  [409, 'unknown'],
  [429, 'retry'],
  [500, 'retry'],
] as const)('status %d without a reason is %s', ([status, errorClass]) => expect(classOf(status, [])).toBe(errorClass))

test('of several errors the least certain one counts', () => {
  const declineError = { category: 'PAYMENT_METHOD_ERROR', code: 'GENERIC_DECLINE' }
  expect(classOf(400, [declineError, { category: 'INVALID_REQUEST_ERROR', code: 'CONFLICT' }])).toBe('unknown')
})

test.for([
  ['declined', 'GENERIC_DECLINE', 'Your card was declined. Try another card or call your bank.'],
  ['declined', 'CVV_FAILURE', 'The security code did not match.'],
  ['declined', 'VERIFY_CVV_FAILURE', 'The security code did not match.'],
  ['declined', 'ADDRESS_VERIFICATION_FAILURE', 'The billing ZIP code did not match.'],
  ['declined', 'CARD_EXPIRED', 'The card has expired.'],
  ['declined', 'INVALID_EXPIRATION', 'The card has expired.'],
  ['new_token', 'CARD_TOKEN_EXPIRED', 'The card form timed out. Enter the card again.'],
  ['operator', 'UNAUTHORIZED', 'Card payments are unavailable right now. You have not been charged.'],
] as const)('%s %s: the shopper is told', ([refusal, code, sentence]) =>
  expect(refusalSentence(refusal, code)).toBe(sentence),
)
