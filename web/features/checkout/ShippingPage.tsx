import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { useFieldChecks } from '../../forms/use-field-checks.ts'
import { useForm } from '../../forms/use-form.ts'
import { useAppDispatch, useAppSelector } from '../../store.ts'
import { SHIPPING } from '../../texts/checkout.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { AddressForm } from '../cart/cart.ts'
import { shippingAddressSaved } from '../cart/cartSlice.ts'
import { AddressFields } from './AddressFields.tsx'
import { addressDraft, deleteAddressDraft, saveAddressDraft } from './address-draft.ts'
import { CheckoutStep } from './CheckoutStep.tsx'
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
  const { shown, keep } = useTyped()
  const { found, handlers, forget } = useFieldChecks((name, text) => fieldProblem(name as Field, text))
  const zip = useZipDoubt(shown)
  const { form, problem, errors, dismiss } = useForm(ADDRESS_FIELDS, (values) => {
    forget()
    const refused = addressProblem(values) ?? zip.question(values)
    if (refused) return refused
    dispatch(shippingAddressSaved(trimmedAddress(values)))
    deleteAddressDraft()
    navigate('/payment')
    return null
  })
  const input = (event: FormEvent<HTMLFormElement>) => {
    form.onInput(event)
    handlers.onInput(event)
    zip.check(event.currentTarget)
  }
  return (
    <CheckoutStep title={TEXT.shipping} current="shipping">
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
      <Panel>
        <form {...form} {...handlers} onInput={input} onChange={keep} className="grid gap-5 sm:grid-cols-2">
          <AddressFields saved={shown} errors={{ ...errors, ...found }} zipHint={zip.hint} />
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
 * The doubt about a ZIP code that is of another state than the chosen one: `hint` at the field, and `question` as an
 * error, once for the same values. Sent a second time they are taken, because the table does not know every address.
 */
function useZipDoubt(shown: AddressForm) {
  const [hint, setHint] = useState(() => zipDoubt(shown))
  const asked = useRef<string>(null)
  const check = (form: HTMLFormElement) => setHint(zipDoubt(Object.fromEntries(new FormData(form)) as AddressForm))
  const question = (values: AddressForm): AddressProblem | null => {
    const doubt = zipDoubt(values)
    const isAsked = doubt === asked.current
    asked.current = doubt
    return doubt && !isAsked ? { message: SHIPPING.zipQuestion, fields: { postalCode: doubt } } : null
  }
  return { hint: hint ?? undefined, check, question }
}

/** The initial values of the form, from the draft or else the saved address, and a function that stores the draft. */
function useTyped() {
  const userId = useAppSelector(({ session }) => session.user?._id ?? '')
  const saved = useAppSelector(({ cart }) => cart.shippingAddress)
  const [shown] = useState<AddressForm>(() => addressDraft(userId) ?? saved)
  const keep = ({ currentTarget }: { currentTarget: HTMLFormElement }) =>
    saveAddressDraft(userId, Object.fromEntries(new FormData(currentTarget)) as AddressForm)
  return { shown, keep }
}
