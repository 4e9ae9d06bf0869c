import { expect, test } from 'vitest'
import { faultyShop, percentiles, seconds, timeOf } from '#server/testing/faults.ts'
import { figure, isLong } from '#server/testing/torture.ts'

const CARD_DECLINED = 'Your card was declined. Try another card or call your bank.'
const CVV = 'The security code did not match.'
const ZIP = 'The billing ZIP code did not match.'
const CARD_EXPIRED = 'The card has expired.'
const AGAIN = 'The card form timed out. Enter the card again.'

/** Every code by which Square declines a card, and what the shopper is told. */
const DECLINES = {
  ACCOUNT_UNUSABLE: CARD_DECLINED,
  ADDRESS_VERIFICATION_FAILURE: ZIP,
  ALLOWABLE_PIN_TRIES_EXCEEDED: CARD_DECLINED,
  AMOUNT_TOO_HIGH: CARD_DECLINED,
  AMOUNT_TOO_LOW: CARD_DECLINED,
  APPLE_TTP_PIN_TOKEN: CARD_DECLINED,
  BAD_EXPIRATION: CARD_EXPIRED,
  BUYER_REFUSED_PAYMENT: CARD_DECLINED,
  CARD_DECLINED,
  CARD_DECLINED_CALL_ISSUER: CARD_DECLINED,
  CARD_EXPIRED,
  CARD_NOT_SUPPORTED: CARD_DECLINED,
  CARD_PRESENCE_REQUIRED: CARD_DECLINED,
  CARDHOLDER_INSUFFICIENT_PERMISSIONS: CARD_DECLINED,
  CHIP_INSERTION_REQUIRED: CARD_DECLINED,
  CVV_FAILURE: CVV,
  EXPIRATION_FAILURE: CARD_EXPIRED,
  GENERIC_DECLINE: CARD_DECLINED,
  GIFT_CARD_AVAILABLE_AMOUNT: CARD_DECLINED,
  INSUFFICIENT_FUNDS: CARD_DECLINED,
  INVALID_ACCOUNT: CARD_DECLINED,
  INVALID_CARD: CARD_DECLINED,
  INVALID_CARD_DATA: CARD_DECLINED,
  INVALID_ENCRYPTED_CARD: CARD_DECLINED,
  INVALID_EXPIRATION: CARD_EXPIRED,
  INVALID_EXPIRATION_DATE: CARD_EXPIRED,
  INVALID_EXPIRATION_YEAR: CARD_EXPIRED,
  INVALID_PIN: CARD_DECLINED,
  INVALID_POSTAL_CODE: ZIP,
  ISSUER_INSTALLMENT_ERROR: CARD_DECLINED,
  MANUALLY_ENTERED_PAYMENT_NOT_SUPPORTED: CARD_DECLINED,
  MISSING_PIN: CARD_DECLINED,
  PAN_FAILURE: CARD_DECLINED,
  PAYMENT_LIMIT_EXCEEDED: CARD_DECLINED,
  PAYMENT_SOURCE_NOT_ENABLED_FOR_TARGET: CARD_DECLINED,
  READER_DECLINED: CARD_DECLINED,
  RESERVATION_DECLINED: CARD_DECLINED,
  TRANSACTION_LIMIT: CARD_DECLINED,
  UNSUPPORTED_CARD_BRAND: CARD_DECLINED,
  VERIFY_AVS_FAILURE: ZIP,
  VERIFY_CVV_FAILURE: CVV,
  VOICE_FAILURE: CARD_DECLINED,
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

const refusalOf = (code: string) => ({
  status: 400,
  errors: [{ category: CATEGORIES[code] ?? 'PAYMENT_METHOD_ERROR', code }],
})

/** Declines come with a failed payment, or as a refusal without one. */
const FORMS = [(code: string) => ({ decline: code }), refusalOf]

test('a declined card is tried once, the stock back at once, and the shopper told why', {
  tags: ['G8'],
}, async ({ task }) => {
  const shop = await faultyShop({})
  const order = await shop.orderOfOne()
  const times: number[] = []
  for (const [code, sentence] of Object.entries(DECLINES))
    for (const declineForm of FORMS) {
      await shop.control.faults([{ on: 'createPayment', do: declineForm(code) }])
      await shop.control.forgetCalls()
      const { ms, outcome } = await timeOf(() => shop.pay(order))
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
    await shop.control.faults([{ on: 'createPayment', times: 1, do: refusalOf(code) }])
    const reply = await shop.pay(order, { sourceId: 'cnon:card-nonce-already-used' })
    expect([reply.statusCode, reply.json()], code).toEqual([402, { code: 'card_declined', message: AGAIN }])
    expect((await shop.pay(order)).statusCode, code).toBe(200)
    const attempts = await shop.attemptsOf(order._id)
    expect(attempts, code).toMatchObject([{ state: 'declined', errorCode: code }, { state: 'captured' }])
    const takenPayment = (await shop.control.payments()).find((payment) => payment.reference_id === order._id)
    expect(takenPayment?.idempotency_key, code).toBe(attempts[1]?.idemKey)
  }
  figure(task, `${codes.length} codes, and one that asks to verify the buyer`)
})

test('a key that was used before is cancelled, and no other is tried in its place', {
  tags: ['G10'],
}, async ({ task }) => {
  const shop = await faultyShop()
  const order = await shop.orderOfOne()
  // An earlier request with this key has crashPoint Square.
  await shop.control.faults([{ on: 'createPayment', when: 'after', times: 1, do: refusalOf('IDEMPOTENCY_KEY_REUSED') }])
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
