import { COUNTRY, isState, isZip } from '#contract/addresses.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import { PAYMENT_METHOD } from '#contract/shop.ts'
import { TEXT } from '#contract/texts.ts'
import { FIELD_NEEDED } from '../accounts/validation.ts'

export const ADDRESS_FIELDS = ['address', 'city', 'state', 'postalCode', 'country'] as const
type Field = (typeof ADDRESS_FIELDS)[number]
export type AddressForm = Partial<Record<Field, string>>
export type AddressProblem = { message: string; fields: Partial<Record<Field, string>> }

/** Why a parcel cannot go to this address; null when it can. */
export function addressProblem(form: AddressForm): AddressProblem | null {
  const missing = ADDRESS_FIELDS.filter(
    (field) => !form[field]?.trim() || (field === 'state' && !isState(form.state ?? '')),
  )
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map((field) => [field, FIELD_NEEDED]))
    return { message: TEXT.addressIncomplete, fields }
  }
  if (isZip(form.postalCode?.trim() ?? '')) return null
  return { message: TEXT.zipInvalid, fields: { postalCode: TEXT.zipInvalid } }
}

/** Where the checkout must go back to before the payment method (`payment`) or the order (`placeorder`); null when nowhere (D47). */
export function stepMissing(
  step: 'payment' | 'placeorder',
  cart: { shippingAddress: AddressForm; paymentMethod: string },
) {
  if (!isComplete(cart.shippingAddress)) return '/shipping'
  return step === 'placeorder' && cart.paymentMethod !== PAYMENT_METHOD ? '/payment' : null
}

/** A good address as it is kept: no space around it, and always in the one country (section 2). */
export const trimmed = ({ address = '', city = '', state = '', postalCode = '' }: AddressForm): ShippingAddress => ({
  address: address.trim(),
  city: city.trim(),
  state: state as ShippingAddress['state'],
  postalCode: postalCode.trim(),
  country: COUNTRY,
})

/** Whether a stored address can be sent as it is. */
export const isComplete = (address: AddressForm): address is ShippingAddress => addressProblem(address) === null
