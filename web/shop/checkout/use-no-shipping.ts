import { useState } from 'react'
import { placeOf } from '#contract/addresses.ts'
import { countryOf, isPlaced } from '#web/shop/addresses/validation.ts'
import { useRatesQuery } from '#web/shop/cart/ratesApi.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import type { AddressForm } from '#web/shop/visitor/cart.ts'

/** Why nothing is shipped to the place of an address, as soon as one is chosen; `check` takes the address as typed. */
export function useNoShipping(addressShown: AddressForm) {
  const [{ state, countryCode }, setPlace] = useState(() => chosenPlace(addressShown))
  const { hasPlaceRates } = useShop()
  const isChosen = isPlaced({ state, countryCode })
  const { data } = useRatesQuery(placeOf({ state, countryCode, postalCode: '' }), { skip: !hasPlaceRates || !isChosen })
  const check = (typedAddress: AddressForm) => setPlace(chosenPlace(typedAddress))
  return { sentence: isChosen ? data?.noShipping : undefined, check }
}

const chosenPlace = (address: AddressForm) => ({ state: address.state ?? '', countryCode: countryOf(address) })
