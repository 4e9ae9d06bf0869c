import { BEING_PAID } from '#contract/messages.ts'
import type { Product } from '#contract/products.ts'
import { itemGone } from '#contract/texts.ts'
import { CART } from '../../texts/checkout.ts'
import { type CartItem, isSameItem, toCartItem } from './cart.ts'

/** Lookup result of a cart item: the product, `gone`, or `unknown` when the request failed. */
export type ProductLookup = Product | 'gone' | 'unknown'

/** The quantity of `?qty=`, limited to 1 to `stock`. */
export function quantityFrom(raw: string | null, stock: number): number {
  const requested = /^\d{1,9}$/.test(raw ?? '') ? Number(raw) : 1
  return Math.min(Math.max(requested, 1), Math.max(stock, 1))
}

/** What a shopper reads of an item that somebody else is paying for. It stays in the cart. */
export const beingPaid = (name: string) => `${BEING_PAID.named(name)} ${BEING_PAID.takes}`

/** Cart items with current prices and stock, and a sentence for each change. Unchanged items keep their identity. */
export function refreshItems(items: readonly CartItem[], found: ReadonlyMap<string, ProductLookup>) {
  const changes: string[] = []
  const fresh = items.flatMap((item) => {
    const product = found.get(item.product) ?? 'unknown'
    if (product === 'unknown') return [item]
    if (product !== 'gone' && product.qty === 0 && product.payingUntil) {
      changes.push(beingPaid(item.name))
      return [item]
    }
    if (product === 'gone' || product.qty === 0) {
      changes.push(itemGone(item.name))
      return []
    }
    changes.push(...differences(item, product))
    const today = toCartItem(product, Math.min(item.qty, product.qty))
    return [isSameItem(item, today) ? item : today]
  })
  return { items: fresh, changes }
}

function differences(item: CartItem, product: Product) {
  const changes = []
  if (product.price !== item.price) changes.push(CART.priceChanged(product.name, item.price, product.price))
  if (product.qty < item.qty) changes.push(CART.fewerLeft(product.name, product.qty))
  return changes
}
