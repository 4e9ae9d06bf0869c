import { axisField, type ChosenValues } from '#contract/buy-fields.ts'
import type { Product, ProductImage } from '#contract/products.ts'
import { CHOICES } from '#web/texts/choices.ts'
import { SelectField } from '#web/ui/Field.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { stateOf, swatchesOf, type ValueState, valuesOf } from './choices.ts'

/** Above this number the values of an axis are a select instead of radio buttons. */
const MOST_RADIOS = 6

type Family = Pick<Product, 'axes' | 'choices' | 'images' | 'makeDays'>
type Props = {
  product: Family
  chosen: ChosenValues
  /** The first axis without a value, once the shopper wanted to buy. */
  missing?: number
  onChoose(axis: number, value: string): void
}

/** A control for each axis of a product that comes in choices. */
export function ChoiceFields({ product, chosen, missing, onChoose }: Props) {
  const { axes = [] } = product
  if (axes.length === 0) return null
  return (
    <div className="grid gap-5">
      {axes.map((label, axis) => {
        const swatches = swatchesOf(product, axis)
        const values = valuesOf(product, axis).map((value, place) => {
          const state = stateOf(product, chosen, axis, value)
          return { value, state, text: textOf(product, value, state), swatch: swatches[place] }
        })
        const error = axis === missing ? CHOICES.missing(label) : undefined
        const field = { label, values, name: axisField(axis), value: chosen[axis], error }
        const onChange = (value: string) => onChoose(axis, value)
        return values.length > MOST_RADIOS ? (
          <AxisSelect key={label} {...field} onChoose={onChange} />
        ) : (
          <AxisRadios key={label} {...field} onChoose={onChange} />
        )
      })}
    </div>
  )
}

type AxisProps = {
  label: string
  name: string
  value: string | undefined
  values: { value: string; text: string; state: ValueState; swatch: ProductImage | undefined }[]
  error: string | undefined
  onChoose(value: string): void
}

/** Radio buttons that look like buttons. */
const AxisRadios = ({ label, name, value, values, error, onChoose }: AxisProps) => (
  <fieldset aria-describedby={error && `${name}-error`}>
    <legend className="mb-2 text-sm font-medium">{label}</legend>
    <div className="flex flex-wrap gap-2">
      {values.map(({ value: one, text, state, swatch }) => (
        <label key={one} className="relative">
          <input
            type="radio"
            name={name}
            value={one}
            required
            aria-invalid={error ? true : undefined}
            checked={one === value}
            onChange={() => onChoose(one)}
            className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md focus-visible:rounded-md"
          />
          <span
            className={`flex min-h-12 items-center gap-2 rounded-md border bg-card px-4 py-2 transition-colors peer-checked:border-accent peer-checked:outline peer-checked:-outline-offset-2 peer-checked:outline-accent peer-hover:border-ink ${
              state === 'available' ? 'border-edge' : 'border-dashed border-edge text-muted'
            }`}
          >
            {swatch && <Photo image={swatch} alt="" sizes="2rem" className="-ml-2 size-8 rounded-full" />}
            {text}
          </span>
        </label>
      ))}
    </div>
    {error && (
      <p id={`${name}-error`} role="alert" className="mt-2 text-sm text-bad">
        {error}
      </p>
    )}
  </fieldset>
)

const AxisSelect = ({ label, name, value = '', values, error, onChoose }: AxisProps) => (
  <SelectField
    label={label}
    name={name}
    required
    value={value}
    error={error}
    onChange={({ target }) => onChoose(target.value)}
  >
    <option value="">{CHOICES.choose}</option>
    {values.map((one) => (
      <option key={one.value} value={one.value}>
        {one.text}
      </option>
    ))}
  </SelectField>
)

function textOf({ makeDays }: Family, value: string, state: ValueState) {
  if (state === 'available') return value
  if (state === 'not made') return CHOICES.notMade(value)
  return makeDays ? CHOICES.fullyBookedValue(value) : CHOICES.soldOutValue(value)
}
