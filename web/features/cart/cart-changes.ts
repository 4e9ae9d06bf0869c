import { checkAnswers } from '#contract/answers.ts'
import { BEING_PAID } from '#contract/availability-texts.ts'
import { itemName } from '#contract/order-items.ts'
import type { Product } from '#contract/products.ts'
import { itemGone } from '#contract/texts.ts'
import { CART } from '../../texts/checkout.ts'
import { answersOf, type CartItem, isSameItem, toCartItem } from './cart.ts'

/** Lookup result of a cart item: the product, `gone`, or `unknown` when the request failed. */
export type ProductLookup = Product | 'gone' | 'unknown'

/** What a shopper reads of an item that somebody else is paying for. It stays in the cart. */
export const beingPaid = (name: string) => `${BEING_PAID.named(name)} ${BEING_PAID.takes}`

/**
 * Cart items with current prices and stock, a sentence for each change, and the one-of-a-kind products among them that
 * are sold. Unchanged items keep their identity.
 */
export function refreshItems(items: readonly CartItem[], found: ReadonlyMap<string, ProductLookup>) {
  const changes: string[] = []
  const left = stockOf(found)
  const fresh = items.flatMap((item) => {
    const product = found.get(item.product) ?? 'unknown'
    if (product === 'unknown') return [item]
    if (product !== 'gone' && product.qty === 0 && product.payingUntil) {
      changes.push(beingPaid(itemName(item)))
      return [item]
    }
    // Items of one product with different answers share its stock.
    const stock = left.get(item.product) ?? 0
    const { answers, errors } = answersNow(item, product)
    if (stock === 0 || errors.length > 0) {
      changes.push(stock === 0 ? itemGone(itemName(item)) : CART.askedAnew(itemName(item)))
      return []
    }
    const today = toCartItem(product as Product, Math.min(item.qty, stock), answers)
    left.set(item.product, stock - today.qty)
    changes.push(...differences(item, today))
    return [isSameItem(item, today) ? item : today]
  })
  const sold = [...new Set(items.map((item) => found.get(item.product)))].filter(isSoldForGood)
  return { items: fresh, changes, sold }
}

/** Whether a product is one of a kind and sold, rather than being paid. */
const isSoldForGood = (found: ProductLookup | undefined): found is Product =>
  typeof found === 'object' && found.oneOfAKind && found.qty === 0 && !found.payingUntil

/** The units of each product; none of one that has come in choices since, because one of these is bought. */
const stockOf = (found: ReadonlyMap<string, ProductLookup>) =>
  new Map([...found].map(([id, found]) => [id, typeof found === 'string' || found.choices ? 0 : found.qty]))

/** The answers of an item, checked against what its product asks now. */
const answersNow = ({ answers = [] }: CartItem, product: ProductLookup) =>
  checkAnswers((typeof product === 'string' ? undefined : product.asks) ?? [], answersOf(answers))

function differences(item: CartItem, today: CartItem) {
  const changes = []
  if (today.price !== item.price) changes.push(CART.priceChanged(itemName(today), item.price, today.price))
  if (today.qty < item.qty) changes.push(CART.fewerLeft(itemName(today), today.qty))
  return changes
}
