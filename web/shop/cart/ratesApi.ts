import type { Place } from '#contract/addresses.ts'
import { api, call } from '#web/lib/api.ts'

export const ratesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The ways to ship to a place, and its tax. */
    rates: build.query({
      ...call('GET /api/rates', 'PlaceRates', (place: Place) => ({
        query: `${new URLSearchParams(Object.entries(place).filter(([, text]) => text))}`,
      })),
      providesTags: ['Shop'],
    }),
    /** City and state of a ZIP code. */
    zipPlace: build.query(call('GET /api/zip-codes/:zip', null, (zip: string) => ({ zip }))),
  }),
})

export const { useRatesQuery, useLazyZipPlaceQuery } = ratesApi
