import { type ComponentProps, useState } from 'react'
import { COUNTRY, HOME, OTHER_REGIONS, STATES, tidyZip } from '#contract/addresses.ts'
import { COUNTRIES, countryName } from '#contract/countries.ts'
import { TEXT } from '#contract/texts.ts'
import { countryOf, isOptionalAbroad } from '#web/shop/addresses/validation.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import type { AddressForm } from '#web/shop/visitor/cart.ts'
import { SHIPPING } from '#web/texts/checkout.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, SelectField } from '#web/ui/Field.tsx'
import { useZipFill } from './use-zip-fill.ts'

type Props = {
  saved: AddressForm
  errors: AddressForm
  zipHint?: string | undefined
  /** What the buyer of an address abroad has to know. */
  abroadNote?: string
  /**
   * What fields and buttons are called without JavaScript: then all fields are there from the beginning, and a button
   * shows those of another country.
   */
  plain?: { recipient: string; address2: string; showCountry: string }
}

/** The fields of a shipping address. The country can be chosen only in a shop that ships abroad. */
export function AddressFields({ saved, errors, zipHint, abroadNote, plain }: Props) {
  const countries = useCountries(saved)
  const [country, setCountry] = useState(countryOf(saved))
  const isAbroad = country !== HOME
  return (
    <>
      {countries.length > 0 && (
        <div className="sm:col-span-2">
          <SelectField
            label={TEXT.country}
            name="countryCode"
            autoComplete="shipping country"
            defaultValue={country}
            onChange={({ target }) => setCountry(target.value)}
            error={errors.countryCode}
          >
            {[HOME, ...countries].map((code) => (
              <option key={code} value={code}>
                {countryName(code)}
              </option>
            ))}
          </SelectField>
          {plain && (
            <Button name="update" value="1" variant="quiet" formNoValidate>
              {plain.showCountry}
            </Button>
          )}
        </div>
      )}
      <ExtraField
        add={plain ? undefined : SHIPPING.addRecipient}
        label={plain?.recipient ?? SHIPPING.recipient}
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
        add={plain ? undefined : SHIPPING.addAddress2}
        label={plain?.address2 ?? SHIPPING.address2}
        name="address2"
        autoComplete="shipping address-line2"
        defaultValue={saved.address2}
        error={errors.address2}
      />
      {/* Its ZIP code fills in the rest of an address at home. */}
      {!isAbroad && <ZipField saved={saved} errors={errors} hint={zipHint} />}
      <Field
        label={TEXT.city}
        name="city"
        autoComplete="shipping address-level2"
        maxLength={200}
        defaultValue={saved.city}
        error={errors.city}
        required
      />
      {isAbroad ? (
        <FieldsAbroad saved={saved} errors={errors} country={country} note={abroadNote} />
      ) : (
        <StateField saved={saved} errors={errors} />
      )}
      {countries.length === 0 && (
        <Field label={TEXT.country} name="country" autoComplete="off" value={COUNTRY} error={errors.country} readOnly />
      )}
    </>
  )
}

/** The countries to choose from, by name: those to which the shop ships, and that of the address. */
function useCountries({ countryCode }: AddressForm) {
  const countriesNamed = useShop().shipping?.countries ?? []
  const ownCountry = countryCode && countryCode !== HOME && COUNTRIES.includes(countryCode) ? [countryCode] : []
  const codes = countriesNamed.includes('*') ? COUNTRIES : [...new Set([...countriesNamed, ...ownCountry])]
  return codes.toSorted((one, other) => countryName(one).localeCompare(countryName(other)))
}

type AbroadProps = Pick<Props, 'saved' | 'errors'> & { country: string; note: string | undefined }

/** Region, postal code and phone of an address abroad. */
function FieldsAbroad({ saved, errors, country, note }: AbroadProps) {
  const isRequired = (field: 'state' | 'postalCode') => !isOptionalAbroad(field, country)
  const label = (field: 'state' | 'postalCode', name: string) => (isRequired(field) ? name : SHIPPING.optional(name))
  return (
    <>
      <Field
        label={label('postalCode', TEXT.postalCode)}
        name="postalCode"
        autoComplete="shipping postal-code"
        maxLength={20}
        defaultValue={saved.countryCode === country ? saved.postalCode : ''}
        error={errors.postalCode}
        required={isRequired('postalCode')}
      />
      <div className="sm:col-span-2">
        <Field
          label={label('state', SHIPPING.region)}
          name="state"
          autoComplete="shipping address-level1"
          maxLength={60}
          defaultValue={saved.countryCode === country ? saved.state : ''}
          error={errors.state}
          required={isRequired('state')}
        />
      </div>
      <div className="sm:col-span-2">
        <Field
          label={SHIPPING.phone}
          name="phone"
          type="tel"
          autoComplete="shipping tel"
          maxLength={30}
          defaultValue={saved.phone}
          error={errors.phone}
          hint={SHIPPING.phoneHint}
          required
        />
      </div>
      {note && <p className="text-sm sm:col-span-2">{note}</p>}
    </>
  )
}

function ZipField({ saved, errors, hint }: Pick<Props, 'saved' | 'errors'> & { hint: string | undefined }) {
  const fillPlace = useZipFill()
  return (
    <Field
      label={TEXT.postalCode}
      name="postalCode"
      autoComplete="shipping postal-code"
      inputMode="numeric"
      maxLength={10}
      defaultValue={saved.postalCode}
      onInput={({ currentTarget }) => void fillPlace(currentTarget)}
      onBlur={({ target }) => {
        target.value = tidyZip(target.value)
      }}
      error={errors.postalCode}
      hint={hint}
      required
    />
  )
}

type ExtraProps = { add: string | undefined } & ComponentProps<typeof Field>

/** A field that few need: a button adds it to the form, if `add` says what it is called. */
function ExtraField({ add, ...field }: ExtraProps) {
  const [isAdded, setAdded] = useState(!add || Boolean(field.defaultValue))
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

/** The 50 states, and the other regions to which the shop ships. */
function StateField({ saved, errors }: Pick<Props, 'saved' | 'errors'>) {
  const regionsNamed = useShop().shipping?.regions ?? []
  const others = Object.entries(OTHER_REGIONS).filter(([code]) => regionsNamed.includes(code) || code === saved.state)
  return (
    <SelectField
      label={TEXT.state}
      name="state"
      autoComplete="shipping address-level1"
      defaultValue={saved.state ?? ''}
      error={errors.state}
      required
    >
      <option value="">{TEXT.selectState}</option>
      {[...Object.entries(STATES), ...others].map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
