import { useEffect, useEffectEvent, useState } from 'react'
import { checkAnswers } from '#contract/answers.ts'
import { answersIn, choiceIn, quantityIn } from '#contract/buy-fields.ts'
import type { Product } from '#contract/products.ts'
import { messageOf } from '../../api-failure.ts'
import { type RootState, type Store, useAppDispatch, useAppSelector } from '../../store.ts'
import { addStoredAnswers } from '../../stored-answers.ts'
import { CART } from '../../texts/checkout.ts'
import { catalogApi } from '../catalog/catalogApi.ts'
import { toCartItem } from './cart.ts'
import { beingPaid, type ProductLookup, refreshItems } from './cart-changes.ts'
import { itemAdded, itemsRefreshed } from './cartSlice.ts'

type Dispatch = Store['dispatch']
type GetState = () => RootState

/** Null when a product was added; else the sentence that says why not, or the page to choose on. */
export type Added = string | null | { page: string }

const ask = (dispatch: Dispatch, key: string) =>
  dispatch(catalogApi.endpoints.product.initiate(key, { subscribe: false, forceRefetch: true }))

/**
 * Loads price and stock of all cart items. Returns a sentence for each change, the one-of-a-kind products that are sold,
 * and the error if some could not be loaded.
 */
export const refreshCart = () => async (dispatch: Dispatch, getState: GetState) => {
  let failure: unknown
  const keys = [...new Set(getState().cart.cartItems.map((item) => item.product))]
  const found = new Map(
    await Promise.all(
      keys.map(async (key): Promise<[string, ProductLookup]> => {
        const { data, error } = await ask(dispatch, key)
        const isGone = (error as { status?: number } | undefined)?.status === 404
        if (!isGone) failure ??= error
        return [key, error ? (isGone ? 'gone' : 'unknown') : (data ?? 'unknown')]
      }),
    ),
  )
  // Reads the cart again, because it may have changed during the requests.
  const { items, changes, sold } = refreshItems(getState().cart.cartItems, found)
  dispatch(itemsRefreshed(items))
  return { changes, sold, error: failure }
}

/**
 * Adds a product or a choice, by id or slug, to the cart, with what the form of the buy box sends in the address: its
 * quantity, the values of the choice, and answers. Returns null, the reason when it cannot be added, or the product's
 * page when something is to be chosen or answered there first.
 */
export const addToCart =
  (key: string, query: URLSearchParams) =>
  async (dispatch: Dispatch): Promise<Added> => {
    const { data, error } = await ask(dispatch, key)
    const isGone = (error as { status?: number } | undefined)?.status === 404
    if (isGone) return CART.notForSale
    if (error || !data) return messageOf(error)
    const choice = choiceIn(query, data)
    if (choice) return dispatch(addToCart(choice._id, query))
    const given = answersIn(query, data.asks)
    const { answers, errors } = checkAnswers(data.asks ?? [], given)
    if (data.choices || errors.length > 0) {
      addStoredAnswers(data.choiceOf?._id ?? data._id, given)
      return { page: `/products/${data.slug}` }
    }
    if (data.qty === 0) return data.payingUntil ? beingPaid(data.name) : CART.soldOut(data.name)
    dispatch(itemAdded(toCartItem(data, quantityIn(query, data.qty), answers)))
    return null
  }

/**
 * Refreshes the cart when its page or the checkout opens. Returns the changes and the sold products with `dismiss`,
 * `refresh`, and `load`, the query with its error.
 */
export function useFreshCart() {
  const dispatch = useAppDispatch()
  const restored = useAppSelector(({ session }) => session.restored)
  const [changes, setChanges] = useState<string[]>([])
  const [sold, setSold] = useState<Product[]>([])
  const [failure, setFailure] = useState<unknown>()
  const [refresh] = useState(() => async () => {
    const { changes: found, sold: soldNow, error } = await dispatch(refreshCart())
    // Added to those on screen, because the shopper may not have read an earlier change yet.
    setChanges((shown) => [...new Set([...shown, ...found])])
    setSold((shown) => [...shown.filter(({ _id }) => soldNow.every((other) => other._id !== _id)), ...soldNow])
    setFailure(error)
    return found
  })
  useEffect(() => {
    if (restored) refresh()
  }, [restored, refresh])
  const dismiss = () => {
    setChanges([])
    setSold([])
  }
  return { changes, sold, refresh, dismiss, load: { error: failure, refetch: refresh } }
}

/** Adds the product of the address, then calls `done`, so that the address can become that of the cart. */
export function useAddToCart(key: string | undefined, query: URLSearchParams, done: (outcome: Added) => void) {
  const dispatch = useAppDispatch()
  const restored = useAppSelector(({ session }) => session.restored)
  const tell = useEffectEvent(done)
  useEffect(() => {
    if (!restored || !key) return
    let isCurrent = true
    dispatch(addToCart(key, query)).then((outcome) => isCurrent && tell(outcome))
    return () => {
      isCurrent = false
    }
  }, [restored, key, query, dispatch])
}
