import { expect, test } from 'vitest'
import { carrierOf, tidyTrackingNumber } from './tracking-numbers.ts'

test.for([
  ['1Z999AA10123456784', 'UPS'],
  ['1z 999 aa1 01 2345 6784', 'UPS'],
  ['9400 1118 9922 3817 0000 00', 'USPS'],
  ['9205590164917312345678', 'USPS'],
  ['420537039400111899223817000000', 'USPS'],
  ['EA123456789US', 'USPS'],
  ['7946 1234 5678', 'FedEx'],
  ['123456789012345', 'FedEx'],
  ['9612345678901234567890', 'FedEx'],
  ['1234567890', 'DHL'],
  ['JD014600003123456789', 'DHL'],
  ['1Z999AA1', null],
  ['hello', null],
  ['', null],
] as const)('the tracking number %s is of %s', ([number, carrier]) => {
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
