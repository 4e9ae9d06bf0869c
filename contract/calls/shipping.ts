import { defineCalls } from '#contract/calls/define-calls.ts'
import { PlaceRates, RatesQuery } from '#contract/rates.ts'
import { ZipKey, ZipPlace } from '#contract/zip-places.ts'

export const shippingCalls = defineCalls({
  'GET /api/rates': {
    access: 'anyone',
    id: 'getRates',
    summary: 'Get the ways to ship to a place, with their prices, and its tax',
    description: 'Prices come as bands, so that every cart can be priced by them.',
    query: RatesQuery,
    answer: PlaceRates,
  },
  'GET /api/zip-codes/:zip': {
    access: 'anyone',
    id: 'getZipPlace',
    summary: 'Get the city and state of a ZIP code',
    params: ZipKey,
    answer: ZipPlace,
  },
})
