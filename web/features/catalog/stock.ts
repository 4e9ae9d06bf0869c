import { useEffect, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { callApi } from '../../call-api.ts'
import { PRODUCT } from '../../texts/shop.ts'

/** The highest stock that counts as low. */
const FEW = 3

/** The fields that limit a quantity. Carts filled by an earlier version lack the flag. */
type Stock = { qty: number; oneOfAKind?: boolean | undefined }

/** Badge text of a product with little stock; null for others and for sold-out ones. */
export function scarcityText({ qty: stock, oneOfAKind }: Stock) {
  if (stock === 1) return oneOfAKind ? PRODUCT.oneOfAKind : PRODUCT.lastOne
  return stock > 1 && stock <= FEW ? PRODUCT.fewLeft(stock) : null
}

/** Message on a product that sold out or ran low since the page was opened; null otherwise. */
export function stockLossText({ qty: before, oneOfAKind }: Stock, stock: number) {
  if (stock > 0 || before === 0) return null
  return oneOfAKind ? PRODUCT.justSold : PRODUCT.lastSold
}

/**
 * The stock, loaded again by `check` and when the page becomes visible. `loss` is a sentence when others have bought
 * the last unit. `check` returns undefined when the shop does not answer.
 */
export function useStock({ _id, qty, oneOfAKind }: Pick<Product, '_id' | 'qty' | 'oneOfAKind'>) {
  const [before] = useState(qty)
  const [stock, setStock] = useState(qty)
  const [check] = useState(() => async () => {
    const product = await callApi({ url: `/api/products/${_id}` }, undefined).catch(() => undefined)
    const { qty: left } = (product ?? {}) as Partial<Product>
    if (left !== undefined) setStock(left)
    return left
  })
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && check()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [check])
  return { stock, loss: stockLossText({ qty: before, oneOfAKind }, stock), check }
}
