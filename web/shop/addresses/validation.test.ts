import { expect, test } from 'vitest'
import { tidyZip } from '#contract/addresses.ts'
import { TEXT } from '#contract/texts.ts'
import { SHIPPING } from '#web/texts/checkout.ts'
import { addressProblem, fieldProblem, missingStep, trimmedAddress, zipDoubt } from './validation.ts'

const home = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703', country: 'USA' }

test.for([
  ['complete', {}, null],
  ['with a nine-digit ZIP', { postalCode: '53703-1234' }, null],
  ['with a nine-digit ZIP as a keypad types it', { postalCode: '537031234' }, null],
  ['without a street', { address: ' ' }, TEXT.addressIncomplete],
  ['without a city', { city: '' }, TEXT.addressIncomplete],
  ['without a state', { state: '' }, TEXT.addressIncomplete],
  ['in no state there is', { state: 'ZZ' }, TEXT.addressIncomplete],
  ['without a ZIP', { postalCode: '' }, TEXT.addressIncomplete],
  ['without a country', { country: '' }, TEXT.addressIncomplete],
  ['with a short ZIP', { postalCode: '5370' }, TEXT.zipInvalid],
  ['with a ZIP of letters', { postalCode: 'ABCDE' }, TEXT.zipInvalid],
  ['with half an extension', { postalCode: '53703-12' }, TEXT.zipInvalid],
  ['with a bad ZIP and no city: what is missing comes first', { postalCode: '1', city: '' }, TEXT.addressIncomplete],
] as const)('an address %s', ([, fields, message]) => {
  expect(addressProblem({ ...home, ...fields })?.message ?? null).toBe(message)
})

test('an address has an error at each missing field', () => {
  expect(Object.keys(addressProblem({ ...home, city: '', state: '' })?.fields ?? {})).toEqual(['city', 'state'])
})

test('an address has an error at each wrong field: missing values and an invalid ZIP', () => {
  const { message, fields } = addressProblem({ ...home, city: '', postalCode: '5370' }) ?? {}
  expect(message).toBe(TEXT.addressIncomplete)
  expect(fields).toEqual({ city: 'Enter the city.', postalCode: 'Enter a ZIP code with five digits.' })
})

test.for([
  ['address', '12 Orchard Lane', null],
  ['address', '  ', 'Enter the street and number.'],
  ['state', '', 'Choose the state.'],
  ['state', 'WI', null],
  ['postalCode', '', 'Enter the ZIP code.'],
  ['postalCode', '5370', 'Enter a ZIP code with five digits.'],
  ['postalCode', ' 53703 ', null],
] as const)('in the field %s, %j gets the error %j', ([field, text, problem]) => {
  expect(fieldProblem(field, text)).toBe(problem)
})

test.for([
  ['537031234', '53703-1234'],
  ['53703 1234', '53703-1234'],
  ['53703-1234', '53703-1234'],
  ['53703 – 1234', '53703-1234'],
  [' 53703 ', '53703'],
  ['5370312', '5370312'],
  ['', ''],
] as const)('the ZIP %j is sent as %j', ([typedZip, sentZip]) => {
  expect(tidyZip(typedZip)).toBe(sentZip)
  expect(trimmedAddress({ ...home, postalCode: typedZip }).postalCode).toBe(sentZip)
})

test.for([
  ['payment', {}, 'Square', '/shipping'],
  ['payment', home, '', null],
  ['payment', { ...home, postalCode: '537031234' }, '', '/shipping'],
  ['placeorder', {}, 'Square', '/shipping'],
  ['placeorder', home, '', '/payment'],
  ['placeorder', home, 'Cheque', '/payment'],
  ['placeorder', home, 'Square', null],
] as const)('/%s with address %j and method %j goes to %s', ([step, shippingAddress, paymentMethod, target]) => {
  expect(missingStep(step, { shippingAddress, paymentMethod })).toBe(target)
})

test('an address has a recipient and a second line only when they are typed', () => {
  expect(trimmedAddress({ ...home, recipient: ' ', address2: '' })).toEqual(home)
  expect(trimmedAddress({ ...home, recipient: ' Oma ', address2: ' 4 ' })).toEqual({
    ...home,
    recipient: 'Oma',
    address2: '4',
  })
})

const toronto = {
  ...{ address: '10 King Street W', city: 'Toronto', state: 'ON', postalCode: 'M5V 2T6' },
  ...{ countryCode: 'CA', phone: '+1 416 555-0100' },
}

test.for([
  ['complete', {}, null, []],
  ['without a phone', { phone: '' }, TEXT.addressIncomplete, ['phone']],
  ['with letters for a phone', { phone: 'none' }, SHIPPING.phoneWrong, ['phone']],
  ['without a province', { state: ' ' }, TEXT.addressIncomplete, ['state']],
  ['without a postal code', { postalCode: '' }, TEXT.addressIncomplete, ['postalCode']],
  ['in a country without regions', { countryCode: 'DE', state: '' }, null, []],
  ['in a country without postal codes', { countryCode: 'HK', state: '', postalCode: '' }, null, []],
  [
    'of a hostile country, which counts as at home',
    { countryCode: 'c&d' },
    TEXT.addressIncomplete,
    ['state', 'postalCode'],
  ],
] as const)('an address abroad %s', ([, fields, message, wrong]) => {
  const problem = addressProblem({ ...toronto, ...fields })
  expect([problem?.message ?? null, Object.keys(problem?.fields ?? {})]).toEqual([message, wrong])
})

test('an address abroad is sent with its country and phone, one at home without', () => {
  expect(trimmedAddress({ ...toronto, phone: ' 416 555 0100 ' })).toEqual({
    ...toronto,
    phone: '416 555 0100',
    country: 'Canada',
  })
  expect(trimmedAddress({ ...home, countryCode: 'US', phone: '1' })).toEqual(home)
  expect(zipDoubt({ ...toronto, state: 'CO', postalCode: '10115', countryCode: 'DE' })).toBe(null)
})

test.for([
  ['WI', '53703', null],
  ['WI', '537031234', null],
  ['CO', '53703', 'ZIP code 53703 is in Wisconsin. Check the ZIP code and the state.'],
  ['CO', '00601', 'ZIP code 00601 is in Puerto Rico. Check the ZIP code and the state.'],
  ['', '53703', null],
  ['CO', '5370', null],
  ['CO', '00001', null],
] as const)('in %s, the ZIP code %j asks %j', ([state, postalCode, doubt]) => {
  expect(zipDoubt({ ...home, state, postalCode })).toBe(doubt)
})
