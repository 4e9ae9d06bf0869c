import { expect, test } from 'vitest'
import { faultyShop, percentiles, seconds, timed } from '../testing/faults.ts'
import { figure, isLong } from '../testing/torture.ts'

const DECLINED = 'Your card was declined. Try another card or call your bank.'
const CVV = 'The security code did not match.'
const ZIP = 'The billing ZIP code did not match.'
const EXPIRED = 'The card has expired.'
const AGAIN = 'The card form timed out. Enter the card again.'

/** Every code by which Square declines a card, and what the shopper is told. */
const DECLINES = {
  ACCOUNT_UNUSABLE: DECLINED,
  ADDRESS_VERIFICATION_FAILURE: ZIP,
  ALLOWABLE_PIN_TRIES_EXCEEDED: DECLINED,
  AMOUNT_TOO_HIGH: DECLINED,
  AMOUNT_TOO_LOW: DECLINED,
  APPLE_TTP_PIN_TOKEN: DECLINED,
  BAD_EXPIRATION: EXPIRED,
  BUYER_REFUSED_PAYMENT: DECLINED,
  CARD_DECLINED: DECLINED,
  CARD_DECLINED_CALL_ISSUER: DECLINED,
  CARD_EXPIRED: EXPIRED,
  CARD_NOT_SUPPORTED: DECLINED,
  CARD_PRESENCE_REQUIRED: DECLINED,
  CARDHOLDER_INSUFFICIENT_PERMISSIONS: DECLINED,
  CHIP_INSERTION_REQUIRED: DECLINED,
  CVV_FAILURE: CVV,
  EXPIRATION_FAILURE: EXPIRED,
  GENERIC_DECLINE: DECLINED,
  GIFT_CARD_AVAILABLE_AMOUNT: DECLINED,
  INSUFFICIENT_FUNDS: DECLINED,
  INVALID_ACCOUNT: DECLINED,
  INVALID_CARD: DECLINED,
  INVALID_CARD_DATA: DECLINED,
  INVALID_ENCRYPTED_CARD: DECLINED,
  INVALID_EXPIRATION: EXPIRED,
  INVALID_EXPIRATION_DATE: EXPIRED,
  INVALID_EXPIRATION_YEAR: EXPIRED,
  INVALID_PIN: DECLINED,
  INVALID_POSTAL_CODE: ZIP,
  ISSUER_INSTALLMENT_ERROR: DECLINED,
  MANUALLY_ENTERED_PAYMENT_NOT_SUPPORTED: DECLINED,
  MISSING_PIN: DECLINED,
  PAN_FAILURE: DECLINED,
  PAYMENT_LIMIT_EXCEEDED: DECLINED,
  PAYMENT_SOURCE_NOT_ENABLED_FOR_TARGET: DECLINED,
  READER_DECLINED: DECLINED,
  RESERVATION_DECLINED: DECLINED,
  TRANSACTION_LIMIT: DECLINED,
  UNSUPPORTED_CARD_BRAND: DECLINED,
  VERIFY_AVS_FAILURE: ZIP,
  VERIFY_CVV_FAILURE: CVV,
  VOICE_FAILURE: DECLINED,
}

/** Those that Square does not call an error of the payment method. */
const CATEGORIES: Record<string, string> = {
  AMOUNT_TOO_HIGH: 'INVALID_REQUEST_ERROR',
  CARD_PRESENCE_REQUIRED: 'INVALID_REQUEST_ERROR',
  INVALID_CARD_DATA: 'INVALID_REQUEST_ERROR',
  INVALID_EXPIRATION_DATE: 'INVALID_REQUEST_ERROR',
  INVALID_EXPIRATION_YEAR: 'INVALID_REQUEST_ERROR',
  RESERVATION_DECLINED: 'REFUND_ERROR',
}

const refused = (code: string) => ({
  status: 400,
  errors: [{ category: CATEGORIES[code] ?? 'PAYMENT_METHOD_ERROR', code }],
})

/** Declines come with a failed payment, or as a refusal without one. */
const FORMS = [(code: string) => ({ decline: code }), refused]

test('a declined card is tried once, the stock back at once, and the shopper told why', {
  tags: ['G8'],
}, async ({ task }) => {
  const shop = await faultyShop({})
  const order = await shop.orderOfOne()
  const times: number[] = []
  for (const [code, sentence] of Object.entries(DECLINES))
    for (const declined of FORMS) {
      await shop.control.faults([{ on: 'createPayment', do: declined(code) }])
      await shop.control.forgetCalls()
      const { ms, outcome } = await timed(() => shop.pay(order))
      times.push(ms)
      expect([outcome.statusCode, outcome.json()], code).toEqual([402, { code: 'card_declined', message: sentence }])
      expect(await shop.stock(), code).toEqual([5])
      expect((await shop.control.calls()).seen, code).toMatchObject({ createPayment: 1, cancelByKey: 0 })
      expect((await shop.attemptsOf(order._id)).at(-1), code).toMatchObject({ state: 'declined', errorCode: code })
    }
  await shop.control.faults([])
  expect((await shop.pay(order)).statusCode).toBe(200)
  const { worst } = percentiles(times)
  if (isLong) expect(worst).toBeLessThan(1_000)
  const count = Object.keys(DECLINES).length
  expect(count).toBe(42)
  figure(task, `${count} codes, with and without a failed payment, 0 retries, stock back within ${seconds(worst)}`)
})

test('a card that the form has lost is asked for again, and the next try has a key of its own', {
  tags: ['G9'],
}, async ({ task }) => {
  const shop = await faultyShop()
  const codes = ['CARD_TOKEN_USED', 'CARD_TOKEN_EXPIRED', 'SOURCE_USED', 'SOURCE_EXPIRED']
  for (const code of [...codes, 'CARD_DECLINED_VERIFICATION_REQUIRED']) {
    const order = await shop.orderOfOne()
    await shop.control.faults([{ on: 'createPayment', times: 1, do: refused(code) }])
    const reply = await shop.pay(order, { sourceId: 'cnon:card-nonce-already-used' })
    expect([reply.statusCode, reply.json()], code).toEqual([402, { code: 'card_declined', message: AGAIN }])
    expect((await shop.pay(order)).statusCode, code).toBe(200)
    const attempts = await shop.attemptsOf(order._id)
    expect(attempts, code).toMatchObject([{ state: 'declined', errorCode: code }, { state: 'captured' }])
    const taken = (await shop.control.payments()).find((payment) => payment.reference_id === order._id)
    expect(taken?.idempotency_key, code).toBe(attempts[1]?.idemKey)
  }
  figure(task, `${codes.length} codes, and one that asks to verify the buyer`)
})

test('a key that was used before is cancelled, and no other is tried in its place', {
  tags: ['G10'],
}, async ({ task }) => {
  const shop = await faultyShop()
  const order = await shop.orderOfOne()
  // An earlier request with this key has crashPoint Square.
  await shop.control.faults([{ on: 'createPayment', when: 'after', times: 1, do: refused('IDEMPOTENCY_KEY_REUSED') }])
  const reply = await shop.pay(order)
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'payments_unavailable'])
  expect((await shop.control.calls()).seen.createPayment).toBe(1)
  expect(await shop.stock()).toEqual([5])
  await shop.work()
  expect((await shop.control.calls()).seen).toMatchObject({ createPayment: 1, cancelByKey: 1 })
  const [attempt] = await shop.attemptsOf(order._id)
  expect(attempt).toMatchObject({ state: 'voided', errorCode: 'IDEMPOTENCY_KEY_REUSED' })
  expect(await shop.control.payments()).toMatchObject([{ status: 'CANCELED', idempotency_key: attempt?.idemKey }])
  expect((await shop.pay(order)).statusCode).toBe(200)
  figure(task, 'canceled by key, 1 request')
})
