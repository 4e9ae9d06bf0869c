import { type ChangeEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import type { Product } from '#contract/products.ts'
import { CHOICES } from '../../texts/choices.ts'
import { SelectField } from '../../ui/Field.tsx'
import { type ChosenValues, stateOf, type ValueState, valuesOf } from './choices.ts'

/** Above this number the values of an axis are a select instead of radio buttons. */
const MOST_RADIOS = 6

type Family = Pick<Product, 'axes' | 'choices' | 'makeDays'>
type Props = { product: Family; chosen: ChosenValues; onChoose(axis: number, value: string): void }

/** A control for each axis of a product that comes in choices. With one axis the form sends the choice's id by itself. */
export function ChoiceFields({ product, chosen, onChoose }: Props) {
  const { axes = [], choices = [] } = product
  if (choices.length === 0) return null
  return (
    <div className="grid gap-5">
      {axes.map((label, axis) => (
        <AxisField
          key={label}
          label={label}
          value={chosen[axis]}
          values={valuesOf(product, axis).map((value) => ({
            value,
            text: textOf(product, value, stateOf(product, chosen, axis, value)),
            state: stateOf(product, chosen, axis, value),
            id: axes.length === 1 ? choices.find(({ values }) => values[0] === value)?._id : undefined,
          }))}
          onChoose={(value) => onChoose(axis, value)}
        />
      ))}
      {axes.length > 1 && <OneSelect product={product} />}
    </div>
  )
}

type Value = { value: string; text: string; state: ValueState; id: string | undefined }
type AxisProps = { label: string; value: string | undefined; values: Value[]; onChoose(value: string): void }

function AxisField(props: AxisProps) {
  const mark = useEarlyChoice(props.onChoose)
  return props.values.length > MOST_RADIOS ? (
    <AxisSelect {...props} mark={mark} />
  ) : (
    <AxisRadios {...props} mark={mark} />
  )
}

type MarkedProps = AxisProps & { mark: RefObject<HTMLElement | null> }

/** Radio buttons that look like buttons. The browser says which one is missing when the form is sent. */
function AxisRadios({ label, value, values, onChoose, mark }: MarkedProps) {
  const name = useId()
  return (
    <fieldset ref={mark as RefObject<HTMLFieldSetElement>}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {values.map(({ value: one, text, state, id }) => (
          <label key={one} className="relative">
            <input
              type="radio"
              name={id ? 'choice' : name}
              value={id ?? one}
              data-value={one}
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
}

function AxisSelect({ label, value, values, onChoose, mark }: MarkedProps) {
  const name = useId()
  return (
    <div ref={mark as RefObject<HTMLDivElement>}>
      <SelectField
        label={label}
        name={values[0]?.id ? 'choice' : name}
        required
        value={values.find((one) => one.value === value)?.id ?? value ?? ''}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) => onChoose(valueIn(target))}
      >
        <option value="">{CHOICES.choose}</option>
        {values.map((one) => (
          <option key={one.value} value={one.id ?? one.value} data-value={one.value}>
            {one.text}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

/** All choices in one select, for a page whose scripts do not arrive: the form sends the id of one. */
function OneSelect({ product }: { product: Family }) {
  const { choices = [] } = product
  return (
    <div className="without-scripts">
      <SelectField label={CHOICES.yourChoice} name="choice">
        {choices.map(({ _id, values, qty }) => (
          <option key={_id} value={_id}>
            {textOf(product, values.join(' / '), qty > 0 ? 'available' : 'sold out')}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function textOf({ makeDays }: Family, value: string, state: ValueState) {
  if (state === 'available') return value
  if (state === 'not made') return CHOICES.notMade(value)
  return makeDays ? CHOICES.fullyBookedValue(value) : CHOICES.soldOutValue(value)
}

const valueIn = (select: HTMLSelectElement) => select.selectedOptions[0]?.dataset.value ?? ''

/** Reports a value that was chosen before the script loaded, as long as React has not written its own. */
function useEarlyChoice(onChoose: (value: string) => void) {
  const mark = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and before React writes its own value into the fields
  useLayoutEffect(() => {
    const early = mark.current?.querySelector<HTMLElement>('input:checked, option:checked[data-value]')
    if (early?.dataset.value) onChoose(early.dataset.value)
  }, [])
  return mark
}
