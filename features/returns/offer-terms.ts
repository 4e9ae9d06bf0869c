// What structured data says of the terms of an offer. Only the server imports the functions.
import { formatDecimal } from '#contract/money.ts'
import { shippingPriceOf } from '#contract/pricing.ts'
import type { OfferedMethod } from '#contract/rates.ts'
import type { ShipDays } from '#contract/shop-info.ts'
import type { ReturnPolicy } from './admin-contract.ts'

/** The places of a zone, by their codes in the shipping plan, and the ways to ship there. */
export type ShippedZone = { places: string[]; methods: OfferedMethod[] }

export type OfferTerms = { policy: ReturnPolicy | null; zones: ShippedZone[]; shipDays: ShipDays | null }

/** Search engines read no more of an offer. */
const MOST_ZONES = 10

type Offered = { price: number; makeDays?: { min: number; max: number } | undefined; isPersonal?: boolean }

/** `hasMerchantReturnPolicy` and `shippingDetails` of schema.org for an offer of one unit at this price, in cents. */
export const offerTermsData = ({ policy, zones, shipDays }: OfferTerms, { price, makeDays, isPersonal }: Offered) => ({
  ...(policy && { hasMerchantReturnPolicy: returnPolicyData(policy, countriesOf(zones), isPersonal) }),
  shippingDetails: zones
    .slice(0, MOST_ZONES)
    .flatMap((zone) => shippingData(zone, price, makeDays ?? (shipDays && { min: shipDays.from, max: shipDays.to }))),
})

/** The countries that the zones name; a zone of everywhere names none. */
const countriesOf = (zones: ShippedZone[]) => [
  ...new Set(zones.flatMap(({ places }) => places.flatMap((place) => (place === '*' ? [] : place.slice(0, 2))))),
]

function returnPolicyData({ days, postage }: ReturnPolicy, countries: string[], isPersonal = false) {
  const applicableCountry = countries.length > 0 ? countries : ['US']
  if (days === 0 || isPersonal)
    return {
      '@type': 'MerchantReturnPolicy',
      applicableCountry,
      returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
    }
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry,
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: days,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: `https://schema.org/${postage === 'seller' ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`,
  }
}

/** The cheapest way to ship one unit to a zone, with its days. Nothing for everywhere, which has no name in schema.org. */
function shippingData({ places, methods }: ShippedZone, price: number, handling: Offered['makeDays'] | null) {
  const priced = methods.map((method) => ({ method, cents: shippingPriceOf(method, [{ price, qty: 1 }], price) }))
  const [cheapest] = priced.toSorted((one, other) => one.cents - other.cents)
  const destinations = regionsOf(places)
  if (!cheapest || destinations.length === 0) return []
  const { days } = cheapest.method
  const times = {
    ...(handling && { handlingTime: daysData(handling.min, handling.max) }),
    ...(days && { transitTime: daysData(days.from, days.to) }),
  }
  return [
    {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: formatDecimal(cheapest.cents), currency: 'USD' },
      shippingDestination: destinations,
      ...(Object.keys(times).length > 0 && { deliveryTime: { '@type': 'ShippingDeliveryTime', ...times } }),
    },
  ]
}

/** A region for each country, which Google wants alone, and one for the states of the USA that are named. */
function regionsOf(places: string[]) {
  const countries = places.filter((place) => place !== '*' && !place.includes('-'))
  const states = places.flatMap((place) => place.split('-')[1] ?? [])
  return [
    ...countries.map((country) => ({ '@type': 'DefinedRegion', addressCountry: country })),
    ...(states.length > 0 ? [{ '@type': 'DefinedRegion', addressCountry: 'US', addressRegion: states }] : []),
  ]
}

const daysData = (minValue: number, maxValue: number) => ({
  '@type': 'QuantitativeValue',
  minValue,
  maxValue,
  unitCode: 'DAY',
})
