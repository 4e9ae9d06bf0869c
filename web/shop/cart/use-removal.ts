import { useState } from 'react'
import { type CartItem, itemKey } from '#web/shop/visitor/cart.ts'
import { itemRemoved, itemRestored } from '#web/shop/visitor/cartSlice.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'

/** Removes cart items, and restores the last removed one to its position. */
export function useRemoval() {
  const dispatch = useAppDispatch()
  const items = useAppSelector(({ cart }) => cart.cartItems)
  const [removedItem, setRemovedItem] = useState<{ item: CartItem; at: number } | null>(null)
  const [back, setBack] = useState<string | null>(null)
  const remove = (item: CartItem) => {
    setRemovedItem({ item, at: items.indexOf(item) })
    setBack(null)
    dispatch(itemRemoved(itemKey(item)))
  }
  const undo = () => {
    if (!removedItem) return
    dispatch(itemRestored(removedItem))
    setBack(itemKey(removedItem.item))
    setRemovedItem(null)
  }
  return { items, removed: removedItem, back, remove, undo }
}
