import { api, call } from '#web/lib/api.ts'

export const shopApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The shop's name, texts and rates. Each page carries them from its rendering. */
    shop: build.query({
      ...call('GET /api/shop', 'ShopInfo'),
      providesTags: ['Shop'],
    }),
  }),
})

export const { useShopQuery } = shopApi
