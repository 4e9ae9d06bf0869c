import { expect, test } from 'vitest'
import { trackingUrl } from './carriers.ts'

test.for([
  ['USPS', '9400 1000', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201000'],
  ['UPS', '1Z999', 'https://www.ups.com/track?tracknum=1Z999'],
  ['FedEx', '7777', 'https://www.fedex.com/fedextrack/?trknbr=7777'],
  ['DHL', '00340', 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=00340'],
  ['DHL', '1&x="><script>', 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=1%26x%3D%22%3E%3Cscript%3E'],
  [null, '1Z999', null],
  ['UPS', null, null],
  ['UPS', '', null],
] as const)('a parcel with %s and number %s is followed at %s', ([carrier, number, url]) => {
  expect(trackingUrl(carrier, number)).toBe(url)
})
