import { type CartItem, isSameItem, itemKey } from './cart.ts'
import { itemAdded, itemRemoved } from './cartSlice.ts'

type Items = readonly CartItem[]

/**
 * Merges two changes of the cart: this tab's from `before` to `now`, and that of other tabs from `before` to `theirs`.
 * When both changed the same item, this tab's change wins.
 */
export function mergeItems(before: Items, now: Items, theirs: Items): CartItem[] {
  if (now === before) return theirs as CartItem[]
  if (theirs === before) return now as CartItem[]
  const old = byKey(before)
  const wantedItems = byKey(now)
  const isOurs = (item: CartItem) => old.get(itemKey(item)) !== wantedItems.get(itemKey(item))
  const mergedItems = theirs.flatMap((item) => (isOurs(item) ? (wantedItems.get(itemKey(item)) ?? []) : item))
  const present = byKey(mergedItems)
  return [...mergedItems, ...now.filter((item) => isOurs(item) && !present.has(itemKey(item)))]
}

/** The actions that repeat this tab's change from `before` to `now` on `theirs`, as if it had never been made. */
export function conflictingChanges(before: Items, now: Items, theirs: Items) {
  const old = byKey(before)
  const wantedItems = byKey(now)
  const present = byKey(theirs)
  return [...new Set([...old.keys(), ...wantedItems.keys()])].flatMap((key) => {
    const item = wantedItems.get(key)
    const isOurs = !isSameItem(old.get(key), item)
    const isLost = isOurs && isSameItem(old.get(key), present.get(key))
    if (!isLost) return []
    return item ? itemAdded(item) : itemRemoved(key)
  })
}

const byKey = (items: Items) => new Map(items.map((item) => [itemKey(item), item]))
