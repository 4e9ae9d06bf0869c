import type { ChangeEvent } from 'react'
import type { Category } from '#contract/products.ts'
import { CheckField, Field, SelectField } from '../../../ui/Field.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import type { Entries, Errors } from './entries.ts'

type Props = { entries: Entries; errors: Errors; onChange(some: Partial<Entries>): void }
type Written = Exclude<keyof Entries, 'images' | 'featured' | 'oneOfAKind'>

/** What a field needs to show its entry and its error, and to take what is written. */
const entryOf = ({ entries, errors, onChange }: Props, name: Written) => ({
  name,
  value: entries[name],
  error: errors[name],
  autoComplete: 'off',
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    onChange({ [name]: target.value }),
})

/** What it is. */
export function AboutFields({ categories, ...props }: Props & { categories: Category[] }) {
  return (
    <div className="grid gap-5">
      <Field label="Name" maxLength={200} {...entryOf(props, 'name')} />
      <SelectField label="Category" {...entryOf(props, 'category')}>
        {props.entries.category === '' && <option value="">--Select a category--</option>}
        {categories.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Description"
        hint="A blank line begins a new paragraph. <i> and <b> are kept, and <ul> for a list."
        maxLength={20_000}
        {...entryOf(props, 'description')}
      />
    </div>
  )
}

/** What it costs, and how many there are. */
export const StockFields = ({ loadedQty, ...props }: Props & { loadedQty: number }) => (
  <div className="grid gap-5">
    <div className="grid gap-5 sm:grid-cols-3">
      <Field label="Price" hint="In dollars" inputMode="decimal" {...entryOf(props, 'price')} />
      <Field
        label="Quantity"
        hint={`${loadedQty} in stock when you opened this`}
        inputMode="numeric"
        {...entryOf(props, 'qty')}
      />
      <Field label="SKU" hint="Your own number for it" maxLength={60} {...entryOf(props, 'sku')} />
    </div>
    <CheckField
      label="One of a kind"
      hint="There will never be a second one like it. Its quantity is 0 or 1."
      name="oneOfAKind"
      checked={props.entries.oneOfAKind}
      onChange={({ target }) => props.onChange({ oneOfAKind: target.checked })}
    />
  </div>
)

/** Where and how it is found. */
export const PlaceFields = (props: Props) => (
  <div className="grid gap-5">
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Color" maxLength={60} {...entryOf(props, 'color')} />
      <Field
        label="Slug"
        hint="The end of its address. Left empty, it is made from the name."
        maxLength={200}
        autoCapitalize="none"
        spellCheck={false}
        {...entryOf(props, 'slug')}
      />
    </div>
    <CheckField
      label="Featured"
      hint="Shown on the home page."
      name="featured"
      checked={props.entries.featured}
      onChange={({ target }) => props.onChange({ featured: target.checked })}
    />
  </div>
)
