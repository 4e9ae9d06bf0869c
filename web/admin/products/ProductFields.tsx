import { type ChangeEvent, useState } from 'react'
import { CUSTOMS_NAME_MAX } from '#contract/admin/products.ts'
import { PARCEL_FIELD_NAMES, PRODUCT_FIELD_NAMES, WAS_PRICE_NAME } from '#contract/admin/texts.ts'
import { isColorAxis } from '#contract/axes.ts'
import { allCountries } from '#contract/countries.ts'
import { GIVEN_FACTS } from '#contract/product-facts.ts'
import type { Category } from '#contract/products.ts'
import { useCollectionsQuery } from '#web/admin/calls/collectionsApi.ts'
import { Disclosure } from '#web/admin/lib/Disclosure.tsx'
import { PRODUCT_FORM } from '#web/texts/admin-products.ts'
import { CheckField, Field, SelectField } from '#web/ui/Field.tsx'
import { TextAreaField } from '#web/ui/TextAreaField.tsx'
import type { Entries, Errors } from './entries.ts'

type Props = { entries: Entries; errors: Errors; onChange(some: Partial<Entries>): void }
type FieldsOf<Value> = { [Name in keyof Entries]: Entries[Name] extends Value ? Name : never }[keyof Entries]

const LABELS = { ...PRODUCT_FIELD_NAMES, ...PARCEL_FIELD_NAMES, ...WAS_PRICE_NAME }

/** The props of a field: label, value, error and change handler. */
const entryOf = ({ entries, errors, onChange }: Props, name: FieldsOf<string>) => ({
  name,
  label: LABELS[name],
  value: entries[name],
  error: errors[name],
  autoComplete: 'off',
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    onChange({ [name]: target.value }),
})

/** The props of a check box. */
const checkOf = ({ entries, onChange }: Props, name: FieldsOf<boolean>) => ({
  name,
  label: PRODUCT_FIELD_NAMES[name],
  checked: entries[name],
  onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: target.checked }),
})

/** Name, category, collections and description. */
export function AboutFields({ categories, ...props }: Props & { categories: Category[] }) {
  return (
    <div className="grid gap-5">
      <Field maxLength={200} {...entryOf(props, 'name')} />
      <SelectField {...entryOf(props, 'category')}>
        {props.entries.category === '' && <option value="">{PRODUCT_FORM.selectCategory}</option>}
        {categories.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <CollectionFields {...props} />
      <TextAreaField hint={PRODUCT_FORM.descriptionHint} maxLength={20_000} {...entryOf(props, 'description')} />
    </div>
  )
}

/** A check box for each collection of the shop; nothing while there is none. */
function CollectionFields({ entries: { collectionIds }, errors, onChange }: Props) {
  const { data: collections = [] } = useCollectionsQuery()
  if (collections.length === 0) return null
  const choose = (id: string, isChosen: boolean) =>
    onChange({ collectionIds: isChosen ? [...collectionIds, id].sort() : collectionIds.filter((one) => one !== id) })
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{PRODUCT_FIELD_NAMES.collectionIds}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {collections.map(({ _id, name }) => (
          <CheckField
            key={_id}
            name="collectionIds"
            label={name}
            checked={collectionIds.includes(_id)}
            onChange={({ target }) => choose(_id, target.checked)}
          />
        ))}
      </div>
      {errors.collectionIds && <p className="text-sm font-medium text-bad">{errors.collectionIds}</p>}
    </fieldset>
  )
}

/** Price, quantity, SKU and the price before, unless its choices have them, and the days to make it. */
export function StockFields({ loadedQty, isInSale, ...props }: Props & { loadedQty: number; isInSale: boolean }) {
  const hasChoices = props.entries.choices.length > 0
  return (
    <div className="grid gap-5">
      {hasChoices ? (
        <p className="text-muted">{PRODUCT_FORM.ofChoices}</p>
      ) : (
        <div className="grid gap-5 sm:grid-cols-3">
          <Field
            hint={isInSale ? PRODUCT_FORM.regularPriceHint : PRODUCT_FORM.priceHint}
            inputMode="decimal"
            {...entryOf(props, 'price')}
          />
          <Field hint={PRODUCT_FORM.qtyHint(loadedQty)} inputMode="numeric" {...entryOf(props, 'qty')} />
          <Field hint={PRODUCT_FORM.skuHint} maxLength={60} {...entryOf(props, 'sku')} />
          {!isInSale && <Field hint={PRODUCT_FORM.wasPriceHint} inputMode="decimal" {...entryOf(props, 'wasPrice')} />}
        </div>
      )}
      {!hasChoices && <CheckField hint={PRODUCT_FORM.oneOfAKindHint} {...checkOf(props, 'oneOfAKind')} />}
      <MakeDaysFields {...props} />
    </div>
  )
}

/** Whether the product is made to order, and within how many days. */
function MakeDaysFields({ entries: { makeDays }, errors, onChange }: Props) {
  const dayOf = (days: NonNullable<typeof makeDays>, end: 'min' | 'max') => ({
    value: days[end],
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    error: errors[`makeDays.${end}`],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ makeDays: { ...days, [end]: target.value } }),
  })
  return (
    <div className="grid gap-4">
      <CheckField
        label={PRODUCT_FORM.madeToOrder}
        hint={PRODUCT_FORM.madeToOrderHint}
        checked={makeDays !== null}
        onChange={({ target }) => onChange({ makeDays: target.checked ? { min: '', max: '' } : null })}
      />
      {makeDays && (
        <div className="grid grid-cols-2 items-end gap-5 sm:max-w-md">
          <Field label={PRODUCT_FORM.daysFrom} {...dayOf(makeDays, 'min')} />
          <Field label={PRODUCT_FORM.daysTo} {...dayOf(makeDays, 'max')} />
        </div>
      )}
    </div>
  )
}

const FACT_HINTS: Partial<Record<(typeof GIVEN_FACTS)[number], string>> = PRODUCT_FORM.factHints

/** Materials, size and other facts: closed while none is given and none is refused. */
export function FactFields(props: Props) {
  const [isGiven] = useState(() => GIVEN_FACTS.some((fact) => props.entries[fact] !== ''))
  const isRefused = GIVEN_FACTS.some((fact) => props.errors[fact])
  return (
    <Disclosure title={PRODUCT_FORM.facts} about={PRODUCT_FORM.factsAbout} isOpen={isGiven || isRefused}>
      <div className="grid gap-5 pt-4 sm:grid-cols-2">
        {GIVEN_FACTS.map((fact) => (
          <Field key={fact} hint={FACT_HINTS[fact]} {...entryOf(props, fact)} />
        ))}
      </div>
    </Disclosure>
  )
}

const PARCEL_FIELDS = ['grams', 'hsCode', 'customsName', 'originCountry'] as const

/** Weight and customs: closed while none is given and none is refused. */
export function ParcelFields(props: Props) {
  const [isGiven] = useState(() => PARCEL_FIELDS.some((field) => props.entries[field] !== ''))
  const isRefused = PARCEL_FIELDS.some((field) => props.errors[field])
  return (
    <Disclosure title={PRODUCT_FORM.parcel} about={PRODUCT_FORM.parcelAbout} isOpen={isGiven || isRefused}>
      <div className="grid gap-5 pt-4 sm:grid-cols-2">
        <Field hint={PRODUCT_FORM.gramsHint} inputMode="numeric" {...entryOf(props, 'grams')} />
        <Field hint={PRODUCT_FORM.hsCodeHint} inputMode="numeric" maxLength={10} {...entryOf(props, 'hsCode')} />
        <Field hint={PRODUCT_FORM.customsNameHint} maxLength={CUSTOMS_NAME_MAX} {...entryOf(props, 'customsName')} />
        <SelectField {...entryOf(props, 'originCountry')}>
          <option value="">{PRODUCT_FORM.originOfShop}</option>
          {allCountries().map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
    </Disclosure>
  )
}

/** Color, unless the choices have colors, slug and the featured mark. */
export const PlaceFields = (props: Props) => (
  <div className="grid gap-5">
    <div className="grid gap-5 sm:grid-cols-2">
      {!props.entries.axes.some(isColorAxis) && <Field maxLength={60} {...entryOf(props, 'color')} />}
      <Field
        hint={PRODUCT_FORM.slugHint}
        maxLength={200}
        autoCapitalize="none"
        spellCheck={false}
        {...entryOf(props, 'slug')}
      />
    </div>
    <CheckField hint={PRODUCT_FORM.featuredHint} {...checkOf(props, 'featured')} />
  </div>
)
