import type { CardError, CardPaymentDetails, Payment } from '../square-api.ts'
import { SquareApiError } from './errors.ts'

/** The source ids that Square's sandbox declines, with the error code of each. */
const DECLINE_CODES: Record<string, CardError['code']> = {
  'cnon:card-nonce-declined': 'GENERIC_DECLINE',
  'cnon:card-nonce-rejected-cvv': 'CVV_FAILURE',
  'cnon:card-nonce-rejected-postalcode': 'ADDRESS_VERIFICATION_FAILURE',
  'cnon:card-nonce-rejected-expiration': 'INVALID_EXPIRATION',
  'cnon:gift-card-nonce-insufficient-funds': 'INSUFFICIENT_FUNDS',
  'cnon:gift-card-nonce-insufficient-permission': 'INSUFFICIENT_PERMISSIONS',
  'wnon:cash-app-declined': 'GENERIC_DECLINE',
}
const USED_CARD = 'cnon:card-nonce-already-used'
/** The simulator's own: Square has no source id for tests of Afterpay. */
const AFTERPAY = 'bnon:afterpay-ok'
const GOOD = ['cnon:card-nonce-ok', 'cnon:gift-card-nonce-ok', 'wnon:cash-app-ok', AFTERPAY]

/** The error with which a card is declined; null for a good card. Throws a SquareApiError for an unknown source id. */
export function declineOf(sourceId: string): CardError | null {
  if (GOOD.includes(sourceId)) return null
  if (sourceId === USED_CARD)
    throw new SquareApiError(
      400,
      'INVALID_REQUEST_ERROR',
      'CARD_TOKEN_USED',
      'Card nonce already used; please request new nonce.',
    )
  const code = DECLINE_CODES[sourceId]
  if (!code) throw new SquareApiError(404, 'INVALID_REQUEST_ERROR', 'NOT_FOUND', 'Card nonce not found', 'source_id')
  return declineFor(code)
}

/** The error of a decline with that code. Square's codes are an open set. */
export function declineFor(code: string): CardError {
  return { category: 'PAYMENT_METHOD_ERROR', code: code as CardError['code'], detail: `Authorization error: '${code}'` }
}

export const isCard = (sourceId: string) => sourceId.startsWith('cnon:')

type Source = Pick<Payment, 'source_type' | 'card_details' | 'wallet_details' | 'buy_now_pay_later_details'>

/** What a payment says of the source that it was made with: a card, Cash App or Afterpay. */
export function sourceDetails(sourceId: string, decline: CardError | null, isTaken: boolean, now: string): Source {
  if (isCard(sourceId)) return { source_type: 'CARD', card_details: cardDetails(decline, isTaken, now) }
  if (sourceId === AFTERPAY)
    return { source_type: 'BUY_NOW_PAY_LATER', buy_now_pay_later_details: { brand: 'AFTERPAY' } }
  return { source_type: 'WALLET', wallet_details: { status: statusOf(decline, isTaken), brand: 'CASH_APP' } }
}

const statusOf = (decline: CardError | null, isTaken: boolean) =>
  decline ? 'FAILED' : isTaken ? 'CAPTURED' : 'AUTHORIZED'

/** The card details of a payment: always the same Visa card, with the outcome of its checks. */
function cardDetails(decline: CardError | null, isTaken: boolean, now: string): CardPaymentDetails {
  return {
    status: statusOf(decline, isTaken),
    card: {
      card_brand: 'VISA',
      last_4: '1111',
      exp_month: 12,
      exp_year: 2040,
      card_type: 'CREDIT',
      prepaid_type: 'NOT_PREPAID',
      bin: '411111',
    },
    entry_method: 'KEYED',
    cvv_status: decline?.code === 'CVV_FAILURE' ? 'CVV_REJECTED' : 'CVV_ACCEPTED',
    avs_status: decline?.code === 'ADDRESS_VERIFICATION_FAILURE' ? 'AVS_REJECTED' : 'AVS_ACCEPTED',
    ...(decline
      ? { errors: [decline] }
      : {
          auth_result_code: '68aLBM',
          statement_description: 'SQ *SIMULATOR',
          card_payment_timeline: { authorized_at: now, ...(isTaken ? { captured_at: now } : {}) },
        }),
  }
}
