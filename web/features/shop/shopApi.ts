import type { ShopInfo } from '#contract/shop-info.ts'
import { api, decoded } from '../../api.ts'

export const shopApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The shop's name, texts and rates. Each page carries them from its rendering. */
    shop: build.query<ShopInfo, void>({
      query: () => ({ url: '/api/shop' }),
      transformResponse: decoded('ShopInfo'),
      providesTags: ['Shop'],
    }),
  }),
})

export const { useShopQuery } = shopApi
