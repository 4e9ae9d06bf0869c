import { expect, test } from 'vitest'
import { carrierOf, scannedTrackingNumber, tidyTrackingNumber } from './tracking-numbers.ts'

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
  ['1001921334250001000300779017972697', '779017972697'],
  ['9622001560001234567100794808390594', '794808390594'],
] as const)('%j is stored as %s', ([scanned, number]) => {
  expect(tidyTrackingNumber(scanned)).toBe(number)
})

test.for([
  ['1Z999AA10123456784', '1Z999AA10123456784'],
  ['420537039400111899223857263499', '9400111899223857263499'],
  ['\u001d42053703\u001d9400111899223857263499', '9400111899223857263499'],
  [']C1420537039400111899223857263499', '9400111899223857263499'],
  ['9622001560001234567100794808390594', '794808390594'],
  ['42053703', null],
  ['420537031234', null],
  ['4006381333931', null],
  ['PRODUCT-1', null],
  ['', null],
] as const)('the barcode %j has the tracking number %s', ([barcode, number]) => {
  expect(scannedTrackingNumber(barcode)).toBe(number)
})
