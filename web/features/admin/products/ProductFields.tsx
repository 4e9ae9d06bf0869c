import type { ChangeEvent } from 'react'
import type { Category } from '#contract/products.ts'
import { PRODUCT_FORM } from '../../../texts/admin-products.ts'
import { CheckField, Field, SelectField } from '../../../ui/Field.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import type { Entries, Errors } from './entries.ts'

type Props = { entries: Entries; errors: Errors; onChange(some: Partial<Entries>): void }
type Written = Exclude<keyof Entries, 'images' | 'featured' | 'oneOfAKind'>

/** The props of a field: value, error and change handler. */
const entryOf = ({ entries, errors, onChange }: Props, name: Written) => ({
  name,
  value: entries[name],
  error: errors[name],
  autoComplete: 'off',
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    onChange({ [name]: target.value }),
})

/** Name, category and description. */
export function AboutFields({ categories, ...props }: Props & { categories: Category[] }) {
  return (
    <div className="grid gap-5">
      <Field label={PRODUCT_FORM.name} maxLength={200} {...entryOf(props, 'name')} />
      <SelectField label={PRODUCT_FORM.category} {...entryOf(props, 'category')}>
        {props.entries.category === '' && <option value="">{PRODUCT_FORM.selectCategory}</option>}
        {categories.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={PRODUCT_FORM.description}
        hint={PRODUCT_FORM.descriptionHint}
        maxLength={20_000}
        {...entryOf(props, 'description')}
      />
    </div>
  )
}

/** Price, quantity and SKU. */
export const StockFields = ({ loadedQty, ...props }: Props & { loadedQty: number }) => (
  <div className="grid gap-5">
    <div className="grid gap-5 sm:grid-cols-3">
      <Field
        label={PRODUCT_FORM.price}
        hint={PRODUCT_FORM.priceHint}
        inputMode="decimal"
        {...entryOf(props, 'price')}
      />
      <Field
        label={PRODUCT_FORM.qty}
        hint={PRODUCT_FORM.qtyHint(loadedQty)}
        inputMode="numeric"
        {...entryOf(props, 'qty')}
      />
      <Field label={PRODUCT_FORM.sku} hint={PRODUCT_FORM.skuHint} maxLength={60} {...entryOf(props, 'sku')} />
    </div>
    <CheckField
      label={PRODUCT_FORM.oneOfAKind}
      hint={PRODUCT_FORM.oneOfAKindHint}
      name="oneOfAKind"
      checked={props.entries.oneOfAKind}
      onChange={({ target }) => props.onChange({ oneOfAKind: target.checked })}
    />
  </div>
)

/** Color, slug and the featured mark. */
export const PlaceFields = (props: Props) => (
  <div className="grid gap-5">
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={PRODUCT_FORM.color} maxLength={60} {...entryOf(props, 'color')} />
      <Field
        label={PRODUCT_FORM.slug}
        hint={PRODUCT_FORM.slugHint}
        maxLength={200}
        autoCapitalize="none"
        spellCheck={false}
        {...entryOf(props, 'slug')}
      />
    </div>
    <CheckField
      label={PRODUCT_FORM.featured}
      hint={PRODUCT_FORM.featuredHint}
      name="featured"
      checked={props.entries.featured}
      onChange={({ target }) => props.onChange({ featured: target.checked })}
    />
  </div>
)
