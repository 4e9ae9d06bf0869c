import type { ReactNode } from 'react'
import { NAMELESS } from './nameless-shop.ts'
import { useShopQuery } from './shopApi.ts'
import { ShopContext } from './use-shop.ts'

/** Provides the components of the application with the shop's settings as the store has them. */
export const ShopProvider = ({ children }: { children: ReactNode }) => (
  <ShopContext value={useShopQuery().data ?? NAMELESS}>{children}</ShopContext>
)
