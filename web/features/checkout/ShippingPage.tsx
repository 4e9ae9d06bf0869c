import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { SavedAddress } from '#contract/saved-addresses.ts'
import { TEXT } from '#contract/texts.ts'
import { useFieldChecks } from '../../forms/use-field-checks.ts'
import { useForm } from '../../forms/use-form.ts'
import { useAppDispatch, useAppSelector } from '../../store.ts'
import { SHIPPING } from '../../texts/checkout.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckField } from '../../ui/Field.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useSaveAddressMutation } from '../accounts/savedAddressesApi.ts'
import type { AddressForm } from '../cart/cart.ts'
import { shippingAddressSaved } from '../cart/cartSlice.ts'
import { AddressFields } from './AddressFields.tsx'
import { addressDraft, deleteAddressDraft, saveAddressDraft } from './address-draft.ts'
import { CheckoutStep } from './CheckoutStep.tsx'
import { SavedAddresses } from './SavedAddresses.tsx'
import { NoShipping } from './ShippingMethods.tsx'
import { useNoShipping } from './use-no-shipping.ts'
import {
  ADDRESS_FIELDS,
  type AddressProblem,
  addressProblem,
  type Field,
  fieldProblem,
  trimmedAddress,
  zipDoubt,
} from './validation.ts'

/** The shipping address step. */
export default function ShippingPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { shown, version, keep, show } = useTyped()
  const [save] = useSaveAddressMutation()
  const { found, handlers, forget } = useFieldChecks((name, text) => fieldProblem(name as Field, text))
  const zip = useZipDoubt(shown)
  const noShipping = useNoShipping(shown)
  const { form, problem, errors, dismiss } = useForm([...ADDRESS_FIELDS, 'save'], (values) => {
    forget()
    const refused = addressProblem(values) ?? zip.question(values)
    if (refused) return refused
    const address = trimmedAddress(values)
    dispatch(shippingAddressSaved(address))
    // The checkout goes on whether or not that succeeds.
    if (values.save) void save(address)
    deleteAddressDraft()
    navigate('/payment')
    return null
  })
  const choose = (address: SavedAddress) => {
    forget()
    dismiss()
    show(address)
    zip.doubt(address)
    noShipping.check(address)
  }
  const input = (event: FormEvent<HTMLFormElement>) => {
    form.onInput(event)
    handlers.onInput(event)
    const typed = Object.fromEntries(new FormData(event.currentTarget))
    zip.doubt(typed)
    noShipping.check(typed)
  }
  return (
    <CheckoutStep title={TEXT.shipping} current="shipping">
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      <SavedAddresses onChoose={choose} />
      <Panel>
        <form
          key={version}
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
          <AddressFields saved={shown} errors={{ ...errors, ...found }} zipHint={zip.hint} />
          <div className="-my-2 sm:col-span-2">
            <CheckField label={SHIPPING.save} name="save" />
          </div>
          <div className="grid sm:col-span-2">
            <Button>{TEXT.continue}</Button>
          </div>
        </form>
      </Panel>
      {/* The error beside the field is visual; this one is for screen readers. */}
      <p role="status" className="sr-only">
        {Object.values(found).filter(Boolean).join(' ')}
      </p>
    </CheckoutStep>
  )
}

/**
 * The doubt about a ZIP code that is of another state than the chosen one: `doubt` updates the `hint` at the field, and
 * `question` is an error, once for the same values. Sent a second time they are taken, because the table does not know
 * every address.
 */
function useZipDoubt(shown: AddressForm) {
  const [hint, setHint] = useState(() => zipDoubt(shown))
  const asked = useRef<string>(null)
  const doubt = (address: AddressForm) => setHint(zipDoubt(address))
  const question = (values: AddressForm): AddressProblem | null => {
    const found = zipDoubt(values)
    const isAsked = found === asked.current
    asked.current = found
    return found && !isAsked ? { message: SHIPPING.zipQuestion, fields: { postalCode: found } } : null
  }
  return { hint: hint ?? undefined, doubt, question }
}

/**
 * The initial values of the form, from the draft or else the address of the cart; `keep` stores the draft, and `show`
 * starts the form anew with another address, as another `version`.
 */
function useTyped() {
  const userId = useAppSelector(({ session }) => session.user?._id ?? '')
  const saved = useAppSelector(({ cart }) => cart.shippingAddress)
  const [{ shown, version }, setShown] = useState(() => ({ shown: addressDraft(userId) ?? saved, version: 0 }))
  const show = ({ _id, ...address }: SavedAddress) => {
    saveAddressDraft(userId, address)
    setShown({ shown: address, version: version + 1 })
  }
  const keep = ({ currentTarget }: { currentTarget: HTMLFormElement }) =>
    saveAddressDraft(userId, Object.fromEntries(new FormData(currentTarget)) as AddressForm)
  return { shown, version, keep, show }
}
