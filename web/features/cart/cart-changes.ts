import { PLACEHOLDER_PHOTO } from '#contract/photos.ts'
import type { Product } from '#contract/products.ts'
import { itemGone } from '#contract/texts.ts'
import { CART } from '../../texts/checkout.ts'
import type { CartItem } from './cart.ts'

/** Lookup result of a cart item: the product, `gone`, or `unknown` when the request failed. */
export type ProductLookup = Product | 'gone' | 'unknown'

/** The quantity of `?qty=`, limited to 1 to `stock`. */
export function quantityFrom(raw: string | null, stock: number): number {
  const requested = /^\d{1,9}$/.test(raw ?? '') ? Number(raw) : 1
  return Math.min(Math.max(requested, 1), Math.max(stock, 1))
}

/** Cart item of `qty` units of a product. */
export const toCartItem = (product: Product, qty: number): CartItem => ({
  product: product._id,
  name: product.name,
  image: product.images[0]?.Location ?? PLACEHOLDER_PHOTO,
  price: product.price,
  qtyAvail: product.qty,
  oneOfAKind: product.oneOfAKind,
  qty,
})

/** Cart items with current prices and stock, and a sentence for each change. Unchanged items keep their identity. */
export function refreshItems(items: readonly CartItem[], found: ReadonlyMap<string, ProductLookup>) {
  const changes: string[] = []
  const fresh = items.flatMap((item) => {
    const product = found.get(item.product) ?? 'unknown'
    if (product === 'unknown') return [item]
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

/** Whether two cart items have equal fields, or are both absent. */
export function isSameItem(one: CartItem | undefined, other: CartItem | undefined) {
  if (!one || !other) return one === other
  return (Object.keys(one) as (keyof CartItem)[]).every((key) => one[key] === other[key])
}

function differences(item: CartItem, product: Product) {
  const changes = []
  if (product.price !== item.price) changes.push(CART.priceChanged(product.name, item.price, product.price))
  if (product.qty < item.qty) changes.push(CART.fewerLeft(product.name, product.qty))
  return changes
}
