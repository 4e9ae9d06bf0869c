import { useShop } from '#web/shop/settings/use-shop.ts'
import { type CartItem, orderedItems } from '#web/shop/visitor/cart.ts'
import { useDiscountsQuery } from './couponsApi.ts'

/** What a discount without a code does to the price of these items; undefined without one, and until it is known. */
export function useAutomatic(items: readonly CartItem[]) {
  const { hasDiscounts } = useShop()
  return useDiscountsQuery(orderedItems(items), { skip: !hasDiscounts || items.length === 0 }).currentData
}
