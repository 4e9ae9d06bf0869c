import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { HOME, wholeZip } from '#contract/addresses.ts'
import { focusFirstInvalid } from '#web/forms/focus.ts'
import { countryOf } from '#web/shop/addresses/validation.ts'
import { PAYMENT_FORM } from '#web/texts/payment-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import type { Payable } from './buyer-details.ts'
import {
  type CardForm as Card,
  type CardField,
  cardProblems,
  formatCardNumber,
  formatExpiry,
  testCardToken,
} from './cards.ts'

type Props = { order: Payable; isBusy: boolean; onSource(sourceId: string): void }

const FORMATS: Partial<Record<CardField, (text: string) => string>> = {
  number: formatCardNumber,
  expiry: formatExpiry,
}

/**
 * The demo's card form, which begins with the postal code of the shipping address. Card numbers stay in the browser;
 * `onSource` gets a token.
 */
export function CardForm({ order: { totalPrice, shippingAddress }, isBusy, onSource }: Props) {
  const ref = useRef<HTMLFormElement>(null)
  const isAbroad = countryOf(shippingAddress) !== HOME
  const zip = isAbroad ? shippingAddress.postalCode : wholeZip(shippingAddress.postalCode)
  const [card, setCard] = useState<Card>({ number: '', expiry: '', cvv: '', zip, isAbroad })
  const [errors, setErrors] = useState<Partial<Record<CardField, string>>>({})
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) focusFirstInvalid(ref.current)
  }, [refusals])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const token = testCardToken(card, new Date())
    setErrors('fields' in token ? token.fields : {})
    if ('sourceId' in token) onSource(token.sourceId)
    else setRefusals(refusals + 1)
  }
  /** Takes over the typed value. A field's error disappears as soon as the value is valid. */
  const change = (name: CardField, text: string) => {
    const changedCard = { ...card, [name]: text }
    setCard(changedCard)
    if (errors[name] && !cardProblems(changedCard, new Date())[name]) setErrors({ ...errors, [name]: undefined })
  }
  const field = (name: CardField) => ({
    name,
    value: card[name],
    error: errors[name],
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.target
      change(name, isGrowing(event.target, card[name]) ? (FORMATS[name]?.(value) ?? value) : value)
    },
    // What a program wrote, perhaps without an input event; the value of the last rendering would undo it.
    onBlur: ({ target: { value } }: FocusEvent<HTMLInputElement>) => change(name, FORMATS[name]?.(value) ?? value),
  })
  return (
    <form ref={ref} onSubmit={submit} noValidate method="post" className="grid grid-cols-2 gap-4">
      <div className="col-span-2">
        <Field
          {...field('number')}
          label={PAYMENT_FORM.cardNumber}
          autoComplete="cc-number"
          inputMode="numeric"
          placeholder="4111 1111 1111 1111"
          maxLength={23}
        />
      </div>
      <Field
        {...field('expiry')}
        label={PAYMENT_FORM.expiry}
        autoComplete="cc-exp"
        inputMode="numeric"
        placeholder="MM/YY"
        maxLength={9}
      />
      <Field
        {...field('cvv')}
        label={PAYMENT_FORM.cvv}
        autoComplete="cc-csc"
        inputMode="numeric"
        placeholder="123"
        maxLength={4}
      />
      <div className="col-span-2">
        <Field
          {...field('zip')}
          label={isAbroad ? PAYMENT_FORM.postalCode : PAYMENT_FORM.zip}
          autoComplete="billing postal-code"
          inputMode={isAbroad ? 'text' : 'numeric'}
          maxLength={isAbroad ? 20 : 10}
          required={!isAbroad}
        />
      </div>
      <Button isBusy={isBusy} className="col-span-2">
        {PAYMENT_FORM.pay(totalPrice)}
      </Button>
    </form>
  )
}

// After a deletion or an insertion in the middle the text stays unformatted, because formatting would move the caret.
const isGrowing = ({ value, selectionStart }: HTMLInputElement, before: string) =>
  value.length > before.length && selectionStart === value.length
