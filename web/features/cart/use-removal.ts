import { useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store.ts'
import { type CartItem, itemKey } from './cart.ts'
import { itemRemoved, itemRestored } from './cartSlice.ts'

/** Removes cart items, and restores the last removed one to its position. */
export function useRemoval() {
  const dispatch = useAppDispatch()
  const items = useAppSelector(({ cart }) => cart.cartItems)
  const [removed, setRemoved] = useState<{ item: CartItem; at: number } | null>(null)
  const [back, setBack] = useState<string | null>(null)
  const remove = (item: CartItem) => {
    setRemoved({ item, at: items.indexOf(item) })
    setBack(null)
    dispatch(itemRemoved(itemKey(item)))
  }
  const undo = () => {
    if (!removed) return
    dispatch(itemRestored(removed))
    setBack(itemKey(removed.item))
    setRemoved(null)
  }
  return { items, removed, back, remove, undo }
}
