import type { Place } from '#contract/addresses.ts'
import type { PlaceRates } from '#contract/rates.ts'
import { api, decoded } from '../../api.ts'

const ratesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The ways to ship to a place, and its tax. */
    rates: build.query<PlaceRates, Place>({
      query: (place) => ({
        url: `/api/rates?${new URLSearchParams(Object.entries(place).filter(([, text]) => text))}`,
      }),
      transformResponse: decoded('PlaceRates'),
      providesTags: ['Shop'],
    }),
  }),
})

export const { useRatesQuery } = ratesApi
