import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ABROAD } from '#contract/messages.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import type { SavedAddress } from '#contract/saved-addresses.ts'
import { useFieldChecks } from '#web/forms/use-field-checks.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useSaveAddressMutation } from '#web/shop/accounts/savedAddressesApi.ts'
import {
  ADDRESS_FIELDS,
  type AddressProblem,
  addressProblem,
  countryOf,
  type Field,
  fieldProblem,
  trimmedAddress,
  zipDoubt,
} from '#web/shop/addresses/validation.ts'
import type { AddressForm as Typed } from '#web/shop/visitor/cart.ts'
import { shippingAddressSaved } from '#web/shop/visitor/cartSlice.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { SHIPPING } from '#web/texts/checkout.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { AddressFields } from './AddressFields.tsx'
import { deleteAddressDraft, saveAddressDraft } from './address-draft.ts'
import { SavedAddresses } from './SavedAddresses.tsx'
import { NoShipping } from './ShippingMethods.tsx'
import { useFirstAddress } from './use-first-address.ts'
import { useNoShipping } from './use-no-shipping.ts'

type Props = {
  /** The id of the form, for a button outside it. */
  id?: string
  /** Gets the address as it is typed. */
  onTyped?(address: Typed): void
  /** Gets the address once it is valid and saved. */
  onAddress(address: ShippingAddress): void
  /** The button, unless it stands elsewhere. */
  children?: ReactNode
}

/** The form of the shipping address, with the saved addresses of an account. */
export function AddressForm({ id, onTyped, onAddress, children }: Props) {
  const dispatch = useAppDispatch()
  const isGuest = useAppSelector(({ session }) => session.user?.isGuest)
  const { shown, version, keep, show } = useTyped()
  const [save] = useSaveAddressMutation()
  const { found, handlers, forget } = useFieldChecks((name, text, form) =>
    fieldProblem(name as Field, text, countryIn(form)),
  )
  const zip = useZipDoubt(shown)
  const noShipping = useNoShipping(shown)
  const { form, problem, errors, dismiss } = useForm([...ADDRESS_FIELDS, 'save'], (values) => {
    forget()
    const formProblem = addressProblem(values) ?? zip.question(values)
    if (formProblem) return formProblem
    const address = trimmedAddress(values)
    dispatch(shippingAddressSaved(address))
    // The checkout goes on whether or not that succeeds.
    if (values.save) void save(address)
    deleteAddressDraft()
    onAddress(address)
    return null
  })
  const choose = (address: SavedAddress) => {
    forget()
    dismiss()
    show(address)
    zip.doubt(address)
    noShipping.check(address)
    onTyped?.(address)
  }
  const input = (event: FormEvent<HTMLFormElement>) => {
    form.onInput(event)
    handlers.onInput(event)
    const typedAddress: Typed = Object.fromEntries(new FormData(event.currentTarget))
    // Another country has other fields.
    if ((event.target as HTMLInputElement).name === 'countryCode') {
      forget()
      dismiss()
    }
    zip.doubt(typedAddress)
    noShipping.check(typedAddress)
    onTyped?.(typedAddress)
  }
  return (
    <>
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      {!isGuest && <SavedAddresses onChoose={choose} />}
      <Panel>
        <form
          key={version}
          id={id}
          {...form}
          {...handlers}
          onInput={input}
          onChange={keep}
          className="grid gap-5 sm:grid-cols-2"
        >
          {noShipping.sentence && (
            <div className="sm:order-last sm:col-span-2">
              <NoShipping sentence={noShipping.sentence} />
            </div>
          )}
          <AddressFields saved={shown} errors={{ ...errors, ...found }} zipHint={zip.hint} abroadNote={ABROAD.duties} />
          {!isGuest && (
            <div className="-my-2 sm:col-span-2">
              <CheckField label={SHIPPING.save} name="save" />
            </div>
          )}
          {children}
        </form>
      </Panel>
      {/* The error beside the field is visual; this one is for screen readers. */}
      <p role="status" className="sr-only">
        {Object.values(found).filter(Boolean).join(' ')}
      </p>
    </>
  )
}

/** The country that is chosen in a form of an address. */
const countryIn = (form: HTMLFormElement | null) =>
  countryOf(form ? (Object.fromEntries(new FormData(form)) as Typed) : {})

/**
 * The doubt about a ZIP code that is of another state than the chosen one: `doubt` updates the `hint` at the field, and
 * `question` is an error, once for the same values. Sent a second time they are taken, because the table does not know
 * every address.
 */
function useZipDoubt(addressShown: Typed) {
  const [hint, setHint] = useState(() => zipDoubt(addressShown))
  const askedDoubt = useRef<string>(null)
  const doubt = (address: Typed) => setHint(zipDoubt(address))
  const question = (values: Typed): AddressProblem | null => {
    const zipHint = zipDoubt(values)
    const isAsked = zipHint === askedDoubt.current
    askedDoubt.current = zipHint
    return zipHint && !isAsked ? { message: SHIPPING.zipQuestion, fields: { postalCode: zipHint } } : null
  }
  return { hint: hint ?? undefined, doubt, question }
}

/**
 * The initial values of the form, from the draft or else the address of the cart; `keep` stores the draft, and `show`
 * starts the form anew with another address, as another `version`.
 */
function useTyped() {
  const userId = useAppSelector(({ session }) => session.user?._id ?? '')
  const first = useFirstAddress()
  const [{ shown, version }, setShown] = useState({ shown: first, version: 0 })
  const show = ({ _id, ...address }: SavedAddress) => {
    saveAddressDraft(userId, address)
    setShown({ shown: address, version: version + 1 })
  }
  const keep = ({ currentTarget }: { currentTarget: HTMLFormElement }) =>
    saveAddressDraft(userId, Object.fromEntries(new FormData(currentTarget)) as Typed)
  return { shown, version, keep, show }
}
