import { COUNTRY, HOME, isRegion, OTHER_REGIONS, STATES, tidyZip } from '#contract/addresses.ts'
import type { ShippingContact } from '#web/shop/payments/square-sdk.ts'
import type { AddressForm } from '#web/shop/visitor/cart.ts'

/** The shipping address of a wallet's contact. Before the payment a wallet tells only city, state, ZIP code and country. */
export function addressOf(contact: ShippingContact): AddressForm {
  const [address = '', ...others] = (contact.addressLines ?? []).map((line) => line.trim()).filter(Boolean)
  const countryCode = (contact.countryCode ?? HOME).toUpperCase()
  const { city = '', state = '', postalCode = '', phone } = contact
  const shared = { address, ...(others.length > 0 && { address2: others.join(', ') }), city: city.trim() }
  if (countryCode === HOME)
    return { ...shared, state: regionCode(state), postalCode: tidyZip(postalCode), country: COUNTRY }
  return { ...shared, state: state.trim(), postalCode: postalCode.trim(), countryCode, ...(phone && { phone }) }
}

/** The two letters of a state, of which wallets send the letters or the name. */
function regionCode(state: string) {
  const text = state.trim()
  if (isRegion(text.toUpperCase())) return text.toUpperCase()
  const names = Object.entries({ ...STATES, ...OTHER_REGIONS })
  return names.find(([, name]) => name.toLowerCase() === text.toLowerCase())?.[0] ?? ''
}

/** Name and email address of a wallet's contact; empty texts for what it did not send. */
export const buyerOf = ({ givenName = '', familyName = '', email = '' }: ShippingContact) => ({
  name: `${givenName} ${familyName}`.trim(),
  email: email.trim(),
})
