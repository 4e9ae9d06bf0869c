import type { SavedAddress } from '#contract/saved-addresses.ts'
import { useSavedAddressesQuery } from '#web/shop/accounts/savedAddressesApi.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { SHIPPING } from '#web/texts/checkout.ts'
import { SelectField } from '#web/ui/Field.tsx'

/** A choice of the user's saved addresses; nothing without any, and for guests. */
export function SavedAddresses({ onChoose }: { onChoose(address: SavedAddress): void }) {
  const isGuest = useAppSelector(({ session }) => session.user?.isGuest ?? false)
  const { data: addresses = [] } = useSavedAddressesQuery(undefined, { skip: isGuest })
  if (addresses.length === 0) return null
  const choose = (id: string) => {
    const chosenAddress = addresses.find(({ _id }) => _id === id)
    if (chosenAddress) onChoose(chosenAddress)
  }
  return (
    <SelectField label={SHIPPING.saved} defaultValue="" onChange={({ target }) => choose(target.value)}>
      <option value="">{SHIPPING.chooseSaved}</option>
      {addresses.map(({ _id, recipient, address, city, state, country, countryCode }) => (
        <option key={_id} value={_id}>
          {[recipient, address, city, state, countryCode && country].filter(Boolean).join(', ')}
        </option>
      ))}
    </SelectField>
  )
}
