import type { Carrier } from './carriers.ts'

/** The forms of tracking numbers, without spaces and hyphens, as the carriers describe them. */
const FORMS: [Carrier, RegExp][] = [
  ['UPS', /^1Z[0-9A-Z]{16}$|^T\d{10}$/],
  ['USPS', /^9[1-5]\d{18,20}$|^[A-Z]{2}\d{9}US$/],
  ['FedEx', /^\d{12}$|^\d{15}$|^(96|61)\d{18,20}$/],
  ['DHL', /^\d{10}$|^JD\d{16,18}$|^GM\d{16,18}$/],
]

/** What the barcode of a USPS label has before the number: 420 and the ZIP code to which it goes. */
const ROUTING = /^420\d{5}(?:\d{4})?(?=9[1-5]\d{18,20}$)/

/** A tracking number without spaces, hyphens and the routing of a barcode. */
export const tidyTrackingNumber = (text: string) =>
  text
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .replace(ROUTING, '')

/** The carrier whose tracking numbers look like this one; null when none does. */
export function carrierOf(trackingNumber: string): Carrier | null {
  const plain = tidyTrackingNumber(trackingNumber)
  return FORMS.find(([, form]) => form.test(plain))?.[0] ?? null
}
