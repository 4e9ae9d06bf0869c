import type { Carrier } from './carriers.ts'

/** The longest tracking number that an order can have. */
export const TRACKING_NUMBER_MAX = 60

/** The forms of tracking numbers, without spaces and hyphens, as the carriers describe them. */
const FORMS: [Carrier, RegExp][] = [
  ['UPS', /^1Z[0-9A-Z]{16}$|^T\d{10}$/],
  ['USPS', /^9[1-5]\d{18,20}$|^[A-Z]{2}\d{9}US$/],
  ['FedEx', /^\d{12}$|^\d{15}$|^(96|61)\d{18,20}$/],
  ['DHL', /^\d{10}$|^JD\d{16,18}$|^GM\d{16,18}$/],
]

/** What the barcode of a USPS label has before the number: 420 and the ZIP code to which it goes. */
const ROUTING_PATTERN = /^420\d{5}(?:\d{4})?(?=9[1-5]\d{18,20}$)/

/** What the barcode of a FedEx label has before the number: service, destination and zeros, of 34 digits in all. */
const SERVICE_PATTERN = /^(?:100|96\d)\d{17}00(?=\d{12}$)/

/** A tracking number without spaces, hyphens and what a barcode has before it. */
export const tidyTrackingNumber = (text: string) =>
  text
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .replace(ROUTING_PATTERN, '')
    .replace(SERVICE_PATTERN, '')

/** The carrier whose tracking numbers look like this one; null when none does. */
export function carrierOf(trackingNumber: string): Carrier | null {
  const plain = tidyTrackingNumber(trackingNumber)
  return FORMS.find(([, form]) => form.test(plain))?.[0] ?? null
}

/** The barcode of a UPS label that has the ZIP code alone. */
const DESTINATION_PATTERN = /^420\d{5}(?:\d{4})?$/

/**
 * The tracking number in the barcode of a label, whose reader may mark it as GS1 (`]C1`, separators); null when it has
 * none of a known carrier.
 */
export function scannedTrackingNumber(barcode: string): string | null {
  const number = tidyTrackingNumber(barcode.replace(/^\]C1/, '').replace(/[^ -~]/g, ''))
  return carrierOf(number) && !DESTINATION_PATTERN.test(number) ? number : null
}
