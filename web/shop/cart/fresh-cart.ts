import { useEffect, useEffectEvent, useState } from 'react'
import { checkAnswers } from '#contract/answers.ts'
import { answersIn, choiceIn, quantityIn } from '#contract/buy-fields.ts'
import { orderableQty } from '#contract/line-limits.ts'
import type { Product } from '#contract/products.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { addStoredAnswers } from '#web/lib/stored-answers.ts'
import { catalogApi } from '#web/shop/catalog/catalogApi.ts'
import { toCartItem } from '#web/shop/visitor/cart.ts'
import { itemAdded, itemsRefreshed } from '#web/shop/visitor/cartSlice.ts'
import { type RootState, type Store, useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { CART } from '#web/texts/checkout.ts'
import { beingPaid, type ProductLookup, refreshItems } from './cart-changes.ts'

type Dispatch = Store['dispatch']
type GetState = () => RootState

/** Null when a product was added; else the sentence that says why not, or the page to choose on. */
export type AddOutcome = string | null | { page: string }

const ask = (dispatch: Dispatch, key: string) =>
  dispatch(catalogApi.endpoints.product.initiate(key, { subscribe: false, forceRefetch: true }))

/**
 * Loads price and stock of all cart items. Returns a sentence for each change, the one-of-a-kind products that are sold,
 * and the error if some could not be loaded.
 */
export const refreshCart = () => async (dispatch: Dispatch, getState: GetState) => {
  let failure: unknown
  const keys = [...new Set(getState().cart.cartItems.map((item) => item.product))]
  const lookups = new Map(
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
  const { items, changes, sold } = refreshItems(getState().cart.cartItems, lookups)
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
  async (dispatch: Dispatch): Promise<AddOutcome> => {
    const { data, error } = await ask(dispatch, key)
    const isGone = (error as { status?: number } | undefined)?.status === 404
    if (isGone) return CART.notForSale
    if (error || !data) return messageOf(error)
    const choice = choiceIn(query, data)
    if (choice) return dispatch(addToCart(choice._id, query))
    const givenAnswers = answersIn(query, data.asks)
    const { answers, errors } = checkAnswers(data.asks ?? [], givenAnswers)
    if (data.choices || errors.length > 0) {
      addStoredAnswers(data.choiceOf?._id ?? data._id, givenAnswers)
      return { page: `/products/${data.slug}` }
    }
    if (data.qty === 0) return data.payingUntil ? beingPaid(data.name) : CART.soldOut(data.name)
    dispatch(itemAdded(toCartItem(data, quantityIn(query, orderableQty(data)), answers)))
    return null
  }

/**
 * Refreshes the cart when its page or the checkout opens. Returns the changes and the sold products with `dismiss`,
 * `refresh`, and `load`, the query with its error.
 */
export function useFreshCart() {
  const dispatch = useAppDispatch()
  const isRestored = useAppSelector(({ session }) => session.restored)
  const [changes, setChanges] = useState<string[]>([])
  const [soldProducts, setSoldProducts] = useState<Product[]>([])
  const [failure, setFailure] = useState<unknown>()
  const [refresh] = useState(() => async () => {
    const { changes: newChanges, sold: soldNow, error } = await dispatch(refreshCart())
    // Added to those on screen, because the shopper may not have read an earlier change yet.
    setChanges((changesShown) => [...new Set([...changesShown, ...newChanges])])
    setSoldProducts((productsShown) => [
      ...productsShown.filter(({ _id }) => soldNow.every((other) => other._id !== _id)),
      ...soldNow,
    ])
    setFailure(error)
    return newChanges
  })
  useEffect(() => {
    if (isRestored) refresh()
  }, [isRestored, refresh])
  const dismiss = () => {
    setChanges([])
    setSoldProducts([])
  }
  return { changes, sold: soldProducts, refresh, dismiss, load: { error: failure, refetch: refresh } }
}

/** Adds the product of the address, then calls `onAdded`, so that the address can become that of the cart. */
export function useAddToCart(key: string | undefined, query: URLSearchParams, onAdded: (outcome: AddOutcome) => void) {
  const dispatch = useAppDispatch()
  const isRestored = useAppSelector(({ session }) => session.restored)
  const tell = useEffectEvent(onAdded)
  useEffect(() => {
    if (!isRestored || !key) return
    let isCurrent = true
    dispatch(addToCart(key, query)).then((outcome) => isCurrent && tell(outcome))
    return () => {
      isCurrent = false
    }
  }, [isRestored, key, query, dispatch])
}
