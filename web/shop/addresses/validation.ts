import { COUNTRY, HOME, isPhone, isRegion, isZip, tidyZip } from '#contract/addresses.ts'
import { countryName } from '#contract/countries.ts'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import { TEXT } from '#contract/texts.ts'
import { otherStateOfZip } from '#contract/zip-codes.ts'
import type { AddressForm } from '#web/shop/visitor/cart.ts'
import { SHIPPING } from '#web/texts/checkout.ts'

export type Field = keyof AddressForm
const NEEDED_FIELDS = ['address', 'city', 'state', 'postalCode', 'country'] as const satisfies readonly Field[]
export const ADDRESS_FIELDS: readonly Field[] = [...NEEDED_FIELDS, 'countryCode', 'phone', 'address2', 'recipient']
export type AddressProblem = { message: string; fields: Partial<Record<Field, string>> }

const MISSING_TEXTS: Partial<Record<Field, string>> = {
  address: SHIPPING.addressNeeded,
  city: SHIPPING.cityNeeded,
  state: SHIPPING.stateNeeded,
  postalCode: SHIPPING.zipNeeded,
  country: SHIPPING.countryNeeded,
}

const NEEDED_ABROAD: Partial<Record<Field, string>> = {
  address: SHIPPING.addressNeeded,
  city: SHIPPING.cityNeeded,
  state: SHIPPING.regionNeeded,
  postalCode: SHIPPING.postalCodeNeeded,
  phone: SHIPPING.phoneNeeded,
}

/** Countries whose addresses always have a postal code. Many others have none, or none that people know. */
const WITH_POSTAL_CODE =
  'AT AU BE BR CA CH CN CZ DE DK EE ES FI FR GB GR HU IN IT JP KR LT LU LV MX NL NO NZ PL PT SE SG SI SK'.split(' ')
/** Countries whose carriers need the state, province or prefecture. */
const WITH_REGION = ['AU', 'BR', 'CA', 'CN', 'IN', 'JP', 'MX']

/** The country of an address, as two letters. */
export const countryOf = ({ countryCode = '' }: AddressForm) => (/^[A-Z]{2}$/.test(countryCode) ? countryCode : HOME)

/** Whether an address abroad may lack this field. */
export const isOptionalAbroad = (field: 'postalCode' | 'state', country: string) =>
  !(field === 'state' ? WITH_REGION : WITH_POSTAL_CODE).includes(country)

/** Whether it is known where an address is, as far as the ways to ship there depend on it. */
export const isPlaced = (address: AddressForm) => countryOf(address) !== HOME || isRegion(address.state ?? '')

/** The error of one field as a sentence; null when it is valid. `country` is that of the address. */
export function fieldProblem(field: Field, text: string, country = HOME): string | null {
  if (isMissing(field, text, country)) return (country === HOME ? MISSING_TEXTS : NEEDED_ABROAD)[field] ?? null
  if (country === HOME) return field === 'postalCode' && !isZip(tidyZip(text)) ? SHIPPING.zipWrong : null
  return field === 'phone' && !isPhone(text) ? SHIPPING.phoneWrong : null
}

function isMissing(field: Field, text: string, country: string) {
  if (country === HOME) return field in MISSING_TEXTS && (!text.trim() || (field === 'state' && !isRegion(text)))
  const isOptional = (field === 'state' || field === 'postalCode') && isOptionalAbroad(field, country)
  return field in NEEDED_ABROAD && !isOptional && !text.trim()
}

/** The error of an address, with those of its fields; null when it is valid. */
export function addressProblem(form: AddressForm): AddressProblem | null {
  const country = countryOf(form)
  // A form with a choice of countries has no field with the name of one.
  const fields = ADDRESS_FIELDS.filter((field) => field !== 'country' || !form.countryCode)
  const problems = fields.flatMap((field) => {
    const problem = fieldProblem(field, form[field] ?? '', country)
    return problem ? [[field, problem] as const] : []
  })
  if (problems.length === 0) return null
  const isIncomplete = problems.some(([field]) => isMissing(field, form[field] ?? '', country))
  const wrong = country === HOME ? TEXT.zipInvalid : SHIPPING.phoneWrong
  return { message: isIncomplete ? TEXT.addressIncomplete : wrong, fields: Object.fromEntries(problems) }
}

/** What to check in an address whose ZIP code is of another state; null when they agree, or when one is missing. */
export function zipDoubt(address: AddressForm): string | null {
  const { state = '', postalCode = '' } = address
  const zip = tidyZip(postalCode)
  const otherState = countryOf(address) === HOME && state && isZip(zip) ? otherStateOfZip(zip, state) : null
  return otherState && SHIPPING.zipElsewhere(zip, otherState)
}

/** The path of the first incomplete step before `payment` or `placeorder`; null when all are complete. */
export function missingStep(
  step: 'payment' | 'placeorder',
  cart: { shippingAddress: AddressForm; paymentMethod: string },
) {
  if (!isComplete(cart.shippingAddress)) return '/shipping'
  return step === 'placeorder' && cart.paymentMethod !== PAYMENT_METHOD ? '/payment' : null
}

/** The address to store: trimmed, with its country. */
export function trimmedAddress(form: AddressForm): ShippingAddress {
  const { address = '', city = '', state = '', postalCode = '', phone = '', address2 = '', recipient = '' } = form
  const countryCode = countryOf(form)
  const place =
    countryCode === HOME
      ? { state, postalCode: tidyZip(postalCode), country: COUNTRY }
      : {
          ...{ state: state.trim(), postalCode: postalCode.trim() },
          ...{ country: countryName(countryCode), countryCode, phone: phone.trim() },
        }
  return {
    ...{ address: address.trim(), city: city.trim(), ...place },
    ...(address2.trim() && { address2: address2.trim() }),
    ...(recipient.trim() && { recipient: recipient.trim() }),
  }
}

/** Whether a stored address has all fields. */
export const isComplete = (address: AddressForm): address is ShippingAddress =>
  addressProblem(address) === null && (countryOf(address) !== HOME || isZip(address.postalCode ?? ''))
