import { axisField, type ChosenValues } from '#contract/buy-fields.ts'
import type { Product } from '#contract/products.ts'
import { CHOICES } from '../../texts/choices.ts'
import { SelectField } from '../../ui/Field.tsx'
import { stateOf, type ValueState, valuesOf } from './choices.ts'

/** Above this number the values of an axis are a select instead of radio buttons. */
const MOST_RADIOS = 6

type Family = Pick<Product, 'axes' | 'choices' | 'makeDays'>
type Props = { product: Family; chosen: ChosenValues; onChoose(axis: number, value: string): void }

/** A control for each axis of a product that comes in choices. */
export function ChoiceFields({ product, chosen, onChoose }: Props) {
  const { axes = [] } = product
  if (axes.length === 0) return null
  return (
    <div className="grid gap-5">
      {axes.map((label, axis) => {
        const values = valuesOf(product, axis).map((value) => {
          const state = stateOf(product, chosen, axis, value)
          return { value, state, text: textOf(product, value, state) }
        })
        const field = { label, values, name: axisField(axis), value: chosen[axis] }
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
  values: { value: string; text: string; state: ValueState }[]
  onChoose(value: string): void
}

/** Radio buttons that look like buttons. The browser says which one is missing when the form is sent. */
const AxisRadios = ({ label, name, value, values, onChoose }: AxisProps) => (
  <fieldset>
    <legend className="mb-2 text-sm font-medium">{label}</legend>
    <div className="flex flex-wrap gap-2">
      {values.map(({ value: one, text, state }) => (
        <label key={one} className="relative">
          <input
            type="radio"
            name={name}
            value={one}
            required
            checked={one === value}
            onChange={() => onChoose(one)}
            className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md focus-visible:rounded-md"
          />
          <span
            className={`flex min-h-12 items-center rounded-md border bg-card px-4 py-2 transition-colors peer-checked:border-accent peer-checked:outline peer-checked:-outline-offset-2 peer-checked:outline-accent peer-hover:border-ink ${
              state === 'available' ? 'border-edge' : 'border-dashed border-edge text-muted'
            }`}
          >
            {text}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

const AxisSelect = ({ label, name, value = '', values, onChoose }: AxisProps) => (
  <SelectField label={label} name={name} required value={value} onChange={({ target }) => onChoose(target.value)}>
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
