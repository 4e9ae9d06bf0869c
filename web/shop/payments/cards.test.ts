import { describe, expect, test } from 'vitest'
import { expiryProblem, formatCardNumber, formatExpiry, testCardToken } from './cards.ts'

const now = new Date(2026, 10, 21)
const visa = { number: '4111 1111 1111 1111', expiry: '12/30', cvv: '111', zip: '94103' }

describe('in the demo', () => {
  test.for([
    ['Visa', {}, 'cnon:card-nonce-ok'],
    ['Mastercard', { number: '5105105105105100' }, 'cnon:card-nonce-ok'],
    ['Discover', { number: '6011000000000004' }, 'cnon:card-nonce-ok'],
    ['Diners Club', { number: '30000000000004' }, 'cnon:card-nonce-ok'],
    ['JCB', { number: '3569990010095841' }, 'cnon:card-nonce-ok'],
    ['American Express', { number: '340000000000009', cvv: '1111' }, 'cnon:card-nonce-ok'],
    ['UnionPay', { number: '6222988812340000', cvv: '123' }, 'cnon:card-nonce-ok'],
    ['a gift card, which has no CVV', { number: '7783320000000000', cvv: '' }, 'cnon:card-nonce-ok'],
    ['CVV 911', { cvv: '911' }, 'cnon:card-nonce-rejected-cvv'],
    ['ZIP 99999', { zip: '99999' }, 'cnon:card-nonce-rejected-postalcode'],
    ['expiry 01/40', { expiry: '01/40' }, 'cnon:card-nonce-rejected-expiration'],
    ['the declined card', { number: '4000 0000 0000 0002' }, 'cnon:card-nonce-declined'],
    ['a nine-digit ZIP', { zip: '94103-1234' }, 'cnon:card-nonce-ok'],
    ['a postal code of another country', { zip: 'M5H 1A1', isAbroad: true }, 'cnon:card-nonce-ok'],
    ['a nine-digit ZIP without its dash', { zip: '941031234' }, 'cnon:card-nonce-ok'],
  ] as const)('%s becomes its token', ([, fields, sourceId]) => {
    expect(testCardToken({ ...visa, ...fields }, now)).toEqual({ sourceId })
  })

  test.for([
    ['a card that may be real', { number: '4242424242424242' }, ['number']],
    ['half a number', { number: '4111' }, ['number']],
    ['no number', { number: '' }, ['number']],
    ['a past expiry', { expiry: '10/26' }, ['expiry']],
    ['a short CVV', { cvv: '11' }, ['cvv']],
    ['a CVV of letters', { cvv: 'abc' }, ['cvv']],
    ['a ZIP of letters', { zip: 'abcde' }, ['zip']],
    ['nothing', { number: '', expiry: '', cvv: '', zip: '' }, ['number', 'expiry', 'cvv', 'zip']],
  ] as const)('%s is sent nowhere', ([, fields, names]) => {
    const token = testCardToken({ ...visa, ...fields }, now)
    expect('fields' in token && Object.keys(token.fields)).toEqual(names)
  })

  test('a card that may be real is refused with the reason', () => {
    expect(testCardToken({ ...visa, number: '4242424242424242' }, now)).toEqual({
      fields: {
        number: 'Real cards are not accepted here: this shop is a demo. Use the test card 4111 1111 1111 1111.',
      },
    })
  })
})

test.for([
  ['11/26', true],
  ['12/26', true],
  ['10/26', false],
  ['11/25', false],
  ['01/40', true],
  ['13/30', false],
  ['00/30', false],
  ['1/30', false],
  ['12/2030', false],
  ['', false],
] as const)('the expiry date %s is valid in November 2026: %s', ([text, good]) => {
  expect(expiryProblem(text, now) === null).toBe(good)
})

test('a card is valid on the last day of its month and not on the next', () => {
  expect(expiryProblem('11/26', new Date(2026, 10, 30, 23, 59))).toBeNull()
  expect(expiryProblem('11/26', new Date(2026, 11, 1))).not.toBeNull()
})

test.for([
  ['4111111111111111', '4111 1111 1111 1111'],
  ['41111', '4111 1'],
  ['4111', '4111'],
  ['340000000000009', '3400 000000 00009'],
  ['34000', '3400 0'],
  ['4111-1111 x1', '4111 1111 1'],
  ['', ''],
] as const)('the number %j is formatted as %j', ([text, formattedNumber]) =>
  expect(formatCardNumber(text)).toBe(formattedNumber),
)

test.for([
  ['1230', '12/30'],
  ['12/30', '12/30'],
  ['12', '12'],
  ['123', '12/3'],
  ['5', '05'],
  ['530', '05/30'],
  ['12/2030', '12/30'],
  ['12 - 30', '12/30'],
  ['1', '1'],
  ['', ''],
] as const)('the expiry date %j is formatted as %j', ([text, formattedDate]) =>
  expect(formatExpiry(text)).toBe(formattedDate),
)
