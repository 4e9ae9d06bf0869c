import { useEffect } from 'react'
import { shallowEqual } from 'react-redux'
import type { Product } from '#contract/products.ts'
import { catalogApi } from '#web/shop/catalog/catalogApi.ts'
import type { CartItem } from '#web/shop/visitor/cart.ts'
import { type RootState, useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'

const { product } = catalogApi.endpoints

/**
 * The products of these items, in their order, as they were loaded last. Undefined while they load, `unknown` when one
 * cannot be loaded.
 */
export function useItemProducts(items: readonly CartItem[]): Product[] | 'unknown' | undefined {
  const dispatch = useAppDispatch()
  const keys = items.map((item) => item.product).join()
  useEffect(() => {
    const loads = [...new Set(keys.split(','))].filter(Boolean).map((key) => dispatch(product.initiate(key)))
    return () => {
      for (const load of loads) load.unsubscribe()
    }
  }, [keys, dispatch])
  const loadedProducts = useAppSelector(
    (state) => items.map((item) => loadedProduct(state, item.product)),
    shallowEqual,
  )
  if (loadedProducts.includes(undefined)) return undefined
  const products = loadedProducts.filter((one) => typeof one === 'object')
  return products.length === loadedProducts.length ? products : 'unknown'
}

function loadedProduct(state: RootState, key: string) {
  const { data, isError } = product.select(key)(state)
  return data ?? (isError ? 'unknown' : undefined)
}
