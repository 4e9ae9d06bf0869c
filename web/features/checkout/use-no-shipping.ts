import { useState } from 'react'
import { isState, placeOf } from '#contract/addresses.ts'
import type { AddressForm } from '../cart/cart.ts'
import { useShop } from '../shop/use-shop.ts'
import { useRatesQuery } from './ratesApi.ts'

/** Why nothing is shipped to the state of an address, as soon as one is chosen; `check` takes the address as typed. */
export function useNoShipping(shown: AddressForm) {
  const [state, setState] = useState(shown.state ?? '')
  const { hasPlaceRates } = useShop()
  const { data } = useRatesQuery(placeOf({ state, postalCode: '' }), { skip: !hasPlaceRates || !isState(state) })
  const check = (typed: Record<string, unknown>) => setState(typeof typed.state === 'string' ? typed.state : '')
  return { sentence: isState(state) ? data?.noShipping : undefined, check }
}
