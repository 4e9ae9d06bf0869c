/** Carriers whose tracking pages the shop links to. */
export const CARRIERS = ['USPS', 'UPS', 'FedEx', 'DHL'] as const
export type Carrier = (typeof CARRIERS)[number]

const PAGES: Record<Carrier, string> = {
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  DHL: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
}

/** Where a parcel can be followed; null without a carrier or without a number. */
export const trackingUrl = (carrier: Carrier | null, trackingNumber: string | null) =>
  carrier && trackingNumber ? PAGES[carrier] + encodeURIComponent(trackingNumber) : null
