import { useEffect, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { useAppDispatch } from '../../store.ts'
import { catalogApi } from '../catalog/catalogApi.ts'
import type { CartItem } from './cart.ts'

/** The products of these items, in their order. Undefined while they load, `unknown` when one cannot be loaded. */
export function useItemProducts(items: readonly CartItem[]) {
  const dispatch = useAppDispatch()
  const keys = items.map(({ product }) => product).join()
  const [found, setFound] = useState<{ keys: string; products: Product[] | 'unknown' }>()
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const loads = [...new Set(keys.split(','))].map(async (key) => {
        const { data } = await dispatch(catalogApi.endpoints.product.initiate(key, { subscribe: false }))
        return [key, data] as const
      })
      const byKey = new Map(await Promise.all(loads))
      const products = keys.split(',').flatMap((key) => byKey.get(key) ?? [])
      const isKnown = products.length === keys.split(',').length
      if (isCurrent) setFound({ keys, products: isKnown ? products : 'unknown' })
    }
    if (keys) void load()
    return () => {
      isCurrent = false
    }
  }, [keys, dispatch])
  return found?.keys === keys ? found.products : undefined
}
