import { DEFAULT_RATES } from '#contract/pricing.ts'
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

/** Used only while the shop's settings cannot be loaded. */
const NAMELESS: ShopInfo = {
  name: 'Shop',
  tagline: '',
  story: '',
  email: '',
  socialUrl: '',
  photosUrl: '',
  timeZone: 'UTC',
  payments: 'live',
  voice: 'I',
  ...DEFAULT_RATES,
}

export const { useShopQuery } = shopApi

/** The shop's name, contacts and rates. */
export const useShop = () => useShopQuery().data ?? NAMELESS
