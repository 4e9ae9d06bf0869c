import { type ComponentProps, useState } from 'react'
import { COUNTRY, isState, isZip, STATES, tidyZip } from '#contract/addresses.ts'
import { TEXT } from '#contract/texts.ts'
import { stateOfZip } from '#contract/zip-codes.ts'
import { SHIPPING } from '../../texts/checkout.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import type { AddressForm } from '../cart/cart.ts'

type Props = { saved: AddressForm; errors: AddressForm; zipHint?: string | undefined }

/** The fields of a shipping address. The country is fixed. */
export const AddressFields = ({ saved, errors, zipHint }: Props) => (
  <>
    <ExtraField
      add={SHIPPING.addRecipient}
      label={SHIPPING.recipient}
      name="recipient"
      autoComplete="shipping name"
      defaultValue={saved.recipient}
      error={errors.recipient}
    />
    <div className="sm:col-span-2">
      <Field
        label={TEXT.address}
        name="address"
        autoComplete="shipping address-line1"
        maxLength={200}
        defaultValue={saved.address}
        error={errors.address}
        required
      />
    </div>
    <ExtraField
      add={SHIPPING.addAddress2}
      label={SHIPPING.address2}
      name="address2"
      autoComplete="shipping address-line2"
      defaultValue={saved.address2}
      error={errors.address2}
    />
    <Field
      label={TEXT.city}
      name="city"
      autoComplete="shipping address-level2"
      maxLength={200}
      defaultValue={saved.city}
      error={errors.city}
      required
    />
    <StateField saved={saved} errors={errors} />
    <Field
      label={TEXT.postalCode}
      name="postalCode"
      autoComplete="shipping postal-code"
      inputMode="numeric"
      maxLength={10}
      defaultValue={saved.postalCode}
      onBlur={({ target }) => {
        target.value = tidyZip(target.value)
        chooseStateOf(target)
      }}
      error={errors.postalCode}
      hint={zipHint}
      required
    />
    <Field label={TEXT.country} name="country" autoComplete="off" value={COUNTRY} error={errors.country} readOnly />
  </>
)

/** Chooses the state of a ZIP code that was typed before the state. */
function chooseStateOf({ form, value }: HTMLInputElement) {
  const select = form?.elements.namedItem('state')
  if (!(select instanceof HTMLSelectElement) || select.value || !isZip(value)) return
  const state = stateOfZip(value)
  if (!state || !isState(state)) return
  select.value = state
  select.dispatchEvent(new Event('input', { bubbles: true }))
}

type ExtraProps = { add: string } & ComponentProps<typeof Field>

/** A field that few need: a link adds it to the form. */
function ExtraField({ add, ...field }: ExtraProps) {
  const [isAdded, setAdded] = useState(Boolean(field.defaultValue))
  const [isNew, setNew] = useState(false)
  if (isAdded)
    return (
      <div className="sm:col-span-2">
        <Field {...field} maxLength={200} autoFocus={isNew} />
      </div>
    )
  const open = () => {
    setAdded(true)
    setNew(true)
  }
  return (
    <div className="-my-2 sm:col-span-2">
      <Button type="button" variant="quiet" onClick={open}>
        {add}
      </Button>
    </div>
  )
}

const StateField = ({ saved, errors }: Props) => (
  <SelectField
    label={TEXT.state}
    name="state"
    autoComplete="shipping address-level1"
    defaultValue={saved.state ?? ''}
    error={errors.state}
    required
  >
    <option value="">{TEXT.selectState}</option>
    {Object.entries(STATES).map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </SelectField>
)
