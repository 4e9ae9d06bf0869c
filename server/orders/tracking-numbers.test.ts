import { expect, test } from 'vitest'
import { carrierOf, tidyTrackingNumber } from './tracking-numbers.ts'

test.for([
  ['9400111899223857263499', 'USPS'],
  ['9400 1118 9922 3857 2634 99', 'USPS'],
  ['420537039400111899223857263499', 'USPS'],
  ['LZ123456785US', 'USPS'],
  ['1Z999AA10123456784', 'UPS'],
  ['1z999aa10123456784', 'UPS'],
  ['986578788855', 'FedEx'],
  ['3318810025', 'DHL'],
  ['9400111899223857263490', null],
  ['1Z999AA10123456785', null],
  ['LZ123456785GB', null],
  ['hello', null],
  ['', null],
] as const)('the tracking number %j is of %s', ([number, carrier]) => {
  expect(carrierOf(number)).toBe(carrier)
})

test.for([
  ['420537039400111899223857263499', '9400111899223857263499'],
  ['4205370312349400111899223857263499', '9400111899223857263499'],
  [' 9400 1118-9922 3857263499 ', '9400111899223857263499'],
  ['1z999aa10123456784', '1Z999AA10123456784'],
  ['420537031234', '420537031234'],
] as const)('%j is stored as %s', ([scanned, number]) => {
  expect(tidyTrackingNumber(scanned)).toBe(number)
})
