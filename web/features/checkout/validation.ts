import { COUNTRY, isState, isZip, tidyZip } from '#contract/addresses.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { SHIPPING } from '../../texts/checkout.ts'

export const ADDRESS_FIELDS = ['address', 'city', 'state', 'postalCode', 'country'] as const
export type Field = (typeof ADDRESS_FIELDS)[number]
export type AddressForm = Partial<Record<Field, string>>
export type AddressProblem = { message: string; fields: Partial<Record<Field, string>> }

const NEEDED: Record<Field, string> = {
  address: SHIPPING.addressNeeded,
  city: SHIPPING.cityNeeded,
  state: SHIPPING.stateNeeded,
  postalCode: SHIPPING.zipNeeded,
  country: SHIPPING.countryNeeded,
}

/** What is wrong with one field, in plain words; null when nothing is. */
export function fieldProblem(field: Field, text: string): string | null {
  if (isMissing(field, text)) return NEEDED[field]
  return field === 'postalCode' && !isZip(tidyZip(text)) ? SHIPPING.zipWrong : null
}

const isMissing = (field: Field, text: string) => !text.trim() || (field === 'state' && !isState(text))

/** Why a parcel cannot go to this address; null when it can. */
export function addressProblem(form: AddressForm): AddressProblem | null {
  const fields = Object.fromEntries(
    ADDRESS_FIELDS.flatMap((field) => {
      const problem = fieldProblem(field, form[field] ?? '')
      return problem ? [[field, problem]] : []
    }),
  )
  if (Object.keys(fields).length === 0) return null
  const isIncomplete = ADDRESS_FIELDS.some((field) => isMissing(field, form[field] ?? ''))
  return { message: isIncomplete ? TEXT.addressIncomplete : TEXT.zipInvalid, fields }
}

/** Where the checkout must go back to before the payment method (`payment`) or the order (`placeorder`); null when nowhere. */
export function stepMissing(
  step: 'payment' | 'placeorder',
  cart: { shippingAddress: AddressForm; paymentMethod: string },
) {
  if (!isComplete(cart.shippingAddress)) return '/shipping'
  return step === 'placeorder' && cart.paymentMethod !== PAYMENT_METHOD ? '/payment' : null
}

/** A good address as it is kept: no space around it, and always in the one country. */
export const trimmed = ({ address = '', city = '', state = '', postalCode = '' }: AddressForm): ShippingAddress => ({
  address: address.trim(),
  city: city.trim(),
  state: state as ShippingAddress['state'],
  postalCode: tidyZip(postalCode),
  country: COUNTRY,
})

/** Whether a stored address can be sent as it is. */
export const isComplete = (address: AddressForm): address is ShippingAddress =>
  addressProblem(address) === null && isZip(address.postalCode ?? '')
