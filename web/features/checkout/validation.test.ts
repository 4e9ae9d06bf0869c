import { expect, test } from 'vitest'
import { TEXT } from '#contract/texts.ts'
import { addressProblem, stepMissing } from './validation.ts'

const home = { address: '12 Orchard Lane', city: 'Madison', state: 'WI', postalCode: '53703', country: 'USA' }

test.for([
  ['complete', {}, null],
  ['with a nine-digit ZIP', { postalCode: '53703-1234' }, null],
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

test('an address marks the fields it lacks', () => {
  expect(Object.keys(addressProblem({ ...home, city: '', state: '' })?.fields ?? {})).toEqual(['city', 'state'])
})

test.for([
  ['payment', {}, 'Square', '/shipping'],
  ['payment', home, '', null],
  ['placeorder', {}, 'Square', '/shipping'],
  ['placeorder', home, '', '/payment'],
  ['placeorder', home, 'Cheque', '/payment'],
  ['placeorder', home, 'Square', null],
] as const)('/%s with address %j and method %j goes to %s', ([step, shippingAddress, paymentMethod, target]) => {
  expect(stepMissing(step, { shippingAddress, paymentMethod })).toBe(target)
})
