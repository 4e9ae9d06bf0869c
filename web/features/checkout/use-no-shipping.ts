import { useState } from 'react'
import { placeOf } from '#contract/addresses.ts'
import type { AddressForm } from '../cart/cart.ts'
import { useShop } from '../shop/use-shop.ts'
import { useRatesQuery } from './ratesApi.ts'
import { countryOf, isPlaced } from './validation.ts'

/** Why nothing is shipped to the place of an address, as soon as one is chosen; `check` takes the address as typed. */
export function useNoShipping(shown: AddressForm) {
  const [{ state, countryCode }, setPlace] = useState(() => chosenIn(shown))
  const { hasPlaceRates } = useShop()
  const isChosen = isPlaced({ state, countryCode })
  const { data } = useRatesQuery(placeOf({ state, countryCode, postalCode: '' }), { skip: !hasPlaceRates || !isChosen })
  const check = (typed: AddressForm) => setPlace(chosenIn(typed))
  return { sentence: isChosen ? data?.noShipping : undefined, check }
}

const chosenIn = (address: AddressForm) => ({ state: address.state ?? '', countryCode: countryOf(address) })
