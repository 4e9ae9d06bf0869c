import { COUNTRY, isState, isZip, tidyZip } from '#contract/addresses.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { otherStateOfZip } from '#contract/zip-codes.ts'
import { SHIPPING } from '../../texts/checkout.ts'
import type { AddressForm } from '../cart/cart.ts'

export type Field = keyof AddressForm
type NeededField = Exclude<Field, 'address2' | 'recipient'>
const NEEDED_FIELDS: readonly NeededField[] = ['address', 'city', 'state', 'postalCode', 'country']
export const ADDRESS_FIELDS: readonly Field[] = [...NEEDED_FIELDS, 'address2', 'recipient']
export type AddressProblem = { message: string; fields: Partial<Record<Field, string>> }

const NEEDED: Record<NeededField, string> = {
  address: SHIPPING.addressNeeded,
  city: SHIPPING.cityNeeded,
  state: SHIPPING.stateNeeded,
  postalCode: SHIPPING.zipNeeded,
  country: SHIPPING.countryNeeded,
}

/** The error of one field as a sentence; null when it is valid. */
export function fieldProblem(field: Field, text: string): string | null {
  if (isMissing(field, text)) return NEEDED[field as NeededField]
  return field === 'postalCode' && !isZip(tidyZip(text)) ? SHIPPING.zipWrong : null
}

const isMissing = (field: Field, text: string) =>
  (NEEDED_FIELDS as readonly Field[]).includes(field) && (!text.trim() || (field === 'state' && !isState(text)))

/** The error of an address, with those of its fields; null when it is valid. */
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

/** What to check in an address whose ZIP code is of another state; null when they agree, or when one is missing. */
export function zipDoubt({ state = '', postalCode = '' }: AddressForm): string | null {
  const zip = tidyZip(postalCode)
  const found = state && isZip(zip) ? otherStateOfZip(zip, state) : null
  return found && SHIPPING.zipElsewhere(zip, found)
}

/** The path of the first incomplete step before `payment` or `placeorder`; null when all are complete. */
export function missingStep(
  step: 'payment' | 'placeorder',
  cart: { shippingAddress: AddressForm; paymentMethod: string },
) {
  if (!isComplete(cart.shippingAddress)) return '/shipping'
  return step === 'placeorder' && cart.paymentMethod !== PAYMENT_METHOD ? '/payment' : null
}

/** The address to store: trimmed, with the shop's country. */
export const trimmedAddress = ({
  address = '',
  city = '',
  state = '',
  postalCode = '',
  address2 = '',
  recipient = '',
}: AddressForm): ShippingAddress => ({
  address: address.trim(),
  city: city.trim(),
  state: state as ShippingAddress['state'],
  postalCode: tidyZip(postalCode),
  country: COUNTRY,
  ...(address2.trim() && { address2: address2.trim() }),
  ...(recipient.trim() && { recipient: recipient.trim() }),
})

/** Whether a stored address has all fields. */
export const isComplete = (address: AddressForm): address is ShippingAddress =>
  addressProblem(address) === null && isZip(address.postalCode ?? '')
