import { createContext, useContext } from 'react'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { SwitchName } from '#contract/switches.ts'

/** The shop's settings, for every component of a page. */
export const ShopContext = createContext<ShopInfo | undefined>(undefined)

/** The shop's name, contacts and rates. Throws outside of a page, which has them. */
export function useShop(): ShopInfo {
  const shop = useContext(ShopContext)
  if (!shop) throw new Error('No page around this component provides the shop.')
  return shop
}

/** Whether the seller has switched something on that visitors may know. */
export const useIsOn = (name: SwitchName): boolean => useShop().switches?.includes(name) ?? false
