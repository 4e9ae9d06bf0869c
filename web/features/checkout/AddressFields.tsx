import { COUNTRY, STATES, tidyZip } from '#contract/addresses.ts'
import { TEXT } from '#contract/texts.ts'
import { Field, SelectField } from '../../ui/Field.tsx'
import type { AddressForm } from '../cart/cart.ts'

type Props = { saved: AddressForm; errors: AddressForm }

/** The fields of a shipping address. The country is fixed. */
export const AddressFields = ({ saved, errors }: Props) => (
  <>
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
      }}
      error={errors.postalCode}
      required
    />
    <Field label={TEXT.country} name="country" autoComplete="off" value={COUNTRY} error={errors.country} readOnly />
  </>
)

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
