import { createContext, useContext } from 'react'
import { DEFAULT_RATES } from '#contract/pricing.ts'
import type { ShopInfo } from '#contract/shop-info.ts'

/** Used only while the shop's settings cannot be loaded. */
export const NAMELESS: ShopInfo = {
  name: 'Shop',
  tagline: '',
  story: '',
  email: '',
  socialUrl: '',
  photosUrl: '',
  timeZone: 'UTC',
  payments: 'live',
  voice: 'I',
  pages: [],
  ...DEFAULT_RATES,
}

/** The shop's settings, for every component of a page. */
export const ShopContext = createContext(NAMELESS)

/** The shop's name, contacts and rates. */
export const useShop = () => useContext(ShopContext)
