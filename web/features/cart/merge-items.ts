import { type CartItem, isSameItem } from './cart.ts'
import { itemAdded, itemRemoved } from './cartSlice.ts'

type Items = readonly CartItem[]

/**
 * Merges two changes of the cart: this tab's from `before` to `now`, and that of other tabs from `before` to `theirs`.
 * When both changed the same item, this tab's change wins.
 */
export function mergeItems(before: Items, now: Items, theirs: Items): CartItem[] {
  if (now === before) return theirs as CartItem[]
  if (theirs === before) return now as CartItem[]
  const old = byProduct(before)
  const wanted = byProduct(now)
  const isOurs = ({ product }: CartItem) => old.get(product) !== wanted.get(product)
  const merged = theirs.flatMap((item) => (isOurs(item) ? (wanted.get(item.product) ?? []) : item))
  const present = byProduct(merged)
  return [...merged, ...now.filter((item) => isOurs(item) && !present.has(item.product))]
}

/** The actions that repeat this tab's change from `before` to `now` on `theirs`, as if it had never been made. */
export function conflictingChanges(before: Items, now: Items, theirs: Items) {
  const old = byProduct(before)
  const wanted = byProduct(now)
  const present = byProduct(theirs)
  return [...new Set([...old.keys(), ...wanted.keys()])].flatMap((product) => {
    const item = wanted.get(product)
    const isOurs = !isSameItem(old.get(product), item)
    const isLost = isOurs && isSameItem(old.get(product), present.get(product))
    if (!isLost) return []
    return item ? itemAdded(item) : itemRemoved(product)
  })
}

const byProduct = (items: Items) => new Map(items.map((item) => [item.product, item]))
