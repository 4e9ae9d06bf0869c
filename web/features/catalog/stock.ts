import { useEffect, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { useAppDispatch } from '../../store.ts'
import { catalogApi } from './catalogApi.ts'

/** From this number down one had better hurry. */
const FEW = 3

/** The mark of a piece of which there are few; null for the others, and for what is sold out. */
export function scarcityOf(stock: number) {
  if (stock === 1) return 'One of a kind'
  return stock > 1 && stock <= FEW ? `Only ${stock} left` : null
}

/** What to say of a piece that was there when the page was opened; null while it still is, or if it never was. */
export function lossOf(before: number, stock: number) {
  if (stock > 0 || before === 0) return null
  return before === 1 ? 'Somebody has just bought this one.' : 'Somebody has just bought the last one.'
}

/**
 * How many there are, asked again by `check` and whenever the page comes back into sight; `loss` says so when others
 * have meanwhile bought them all. `check` answers undefined when the shop cannot be asked.
 */
export function useStock({ _id, qty }: Product) {
  const dispatch = useAppDispatch()
  const [before] = useState(qty)
  const [stock, setStock] = useState(qty)
  const [check] = useState(() => async () => {
    const asking = catalogApi.endpoints.product.initiate(_id, { subscribe: false, forceRefetch: true })
    const { data, error } = await dispatch(asking)
    if (error || !data) return undefined
    setStock(data.qty)
    return data.qty
  })
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && check()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [check])
  return { stock, loss: lossOf(before, stock), check }
}
