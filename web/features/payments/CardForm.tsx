import { type ChangeEvent, type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { focusFirstInvalid } from '../../forms/focus.ts'
import { PAYMENT_FORM } from '../../texts/payment-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { type CardForm as Card, cardProblems, formatCardNumber, formatExpiry, testCardToken } from './cards.ts'

/** `zip` is that of the shipping address, to begin with. */
type Props = { total: number; zip: string; isBusy: boolean; onSource(sourceId: string): void }

const FORMATS: Partial<Record<keyof Card, (text: string) => string>> = {
  number: formatCardNumber,
  expiry: formatExpiry,
}

/** The demo's card form. Card numbers stay in the browser; `onSource` gets a token. */
export function CardForm({ total, zip, isBusy, onSource }: Props) {
  const ref = useRef<HTMLFormElement>(null)
  const [card, setCard] = useState<Card>({ number: '', expiry: '', cvv: '', zip })
  const [errors, setErrors] = useState<Partial<Record<keyof Card, string>>>({})
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
  const change = (name: keyof Card, text: string) => {
    const changed = { ...card, [name]: text }
    setCard(changed)
    if (errors[name] && !cardProblems(changed, new Date())[name]) setErrors({ ...errors, [name]: undefined })
  }
  const field = (name: keyof Card) => ({
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
          label={PAYMENT_FORM.zip}
          autoComplete="billing postal-code"
          inputMode="numeric"
          maxLength={10}
        />
      </div>
      <Button isBusy={isBusy} className="col-span-2">
        {PAYMENT_FORM.pay(total)}
      </Button>
    </form>
  )
}

// After a deletion or an insertion in the middle the text stays unformatted, because formatting would move the caret.
const isGrowing = ({ value, selectionStart }: HTMLInputElement, before: string) =>
  value.length > before.length && selectionStart === value.length
