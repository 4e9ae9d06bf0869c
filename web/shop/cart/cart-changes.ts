import { checkAnswers } from '#contract/answers.ts'
import { BEING_PAID } from '#contract/availability-texts.ts'
import { orderableQty } from '#contract/line-limits.ts'
import { itemName } from '#contract/order-items.ts'
import type { Product } from '#contract/products.ts'
import { itemGone } from '#contract/texts.ts'
import { answersOf, type CartItem, isSameItem, toCartItem } from '#web/shop/visitor/cart.ts'
import { CART } from '#web/texts/checkout.ts'

/** Lookup result of a cart item: the product, `gone`, or `unknown` when the request failed. */
export type ProductLookup = Product | 'gone' | 'unknown'

/** What a shopper reads of an item that somebody else is paying for. It stays in the cart. */
export const beingPaid = (name: string) => `${BEING_PAID.named(name)} ${BEING_PAID.takes}`

/**
 * Cart items with current prices and stock, a sentence for each change, and the one-of-a-kind products among them that
 * are sold. Unchanged items keep their identity.
 */
export function refreshItems(items: readonly CartItem[], lookups: ReadonlyMap<string, ProductLookup>) {
  const changes: string[] = []
  const stockLeft = stockOf(lookups)
  const fresh = items.flatMap((item) => {
    const product = lookups.get(item.product) ?? 'unknown'
    if (product === 'unknown') return [item]
    if (product !== 'gone' && product.qty === 0 && product.payingUntil) {
      changes.push(beingPaid(itemName(item)))
      return [item]
    }
    // Items of one product with different answers share its stock.
    const stock = stockLeft.get(item.product) ?? 0
    const { answers, errors } = answersNow(item, product)
    if (stock === 0 || errors.length > 0) {
      changes.push(stock === 0 ? itemGone(itemName(item)) : CART.askedAnew(itemName(item)))
      return []
    }
    const mostQty = orderableQty({ ...(product as Product), qty: stock })
    const today = toCartItem(product as Product, Math.min(item.qty, mostQty), answers)
    stockLeft.set(item.product, stock - today.qty)
    changes.push(...differences(item, today, stock))
    return [isSameItem(item, today) ? item : today]
  })
  const soldProducts = [...new Set(items.map((item) => lookups.get(item.product)))].filter(isSoldForGood)
  return { items: fresh, changes, sold: soldProducts }
}

/** Whether a product is one of a kind and sold, rather than being paid. */
const isSoldForGood = (lookup: ProductLookup | undefined): lookup is Product =>
  typeof lookup === 'object' && lookup.oneOfAKind && lookup.qty === 0 && !lookup.payingUntil

/** The units of each product; none of one that has come in choices since, because one of these is bought. */
const stockOf = (lookups: ReadonlyMap<string, ProductLookup>) =>
  new Map([...lookups].map(([id, lookup]) => [id, typeof lookup === 'string' || lookup.choices ? 0 : lookup.qty]))

/** The answers of an item, checked against what its product asks now. */
const answersNow = ({ answers = [] }: CartItem, product: ProductLookup) =>
  checkAnswers((typeof product === 'string' ? undefined : product.asks) ?? [], answersOf(answers))

/** `stock` is what was left for the item. */
function differences(item: CartItem, today: CartItem, stock: number) {
  const changes = []
  if (today.price !== item.price) changes.push(CART.priceChanged(itemName(today), item.price, today.price))
  const lessText = today.qty < stock ? CART.mostPerOrder : CART.fewerLeft
  if (today.qty < item.qty) changes.push(lessText(itemName(today), today.qty))
  return changes
}
