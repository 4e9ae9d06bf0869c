import { type ChangeEvent, type RefObject, useId } from 'react'
import { useEarlyInput } from './use-early-input.ts'

type Box = HTMLInputElement | HTMLSelectElement
type Props = { value: number; max: number; label: string; name?: string; onChange(qty: number): void }

/** Above this number a list of options is slow and hard to use. */
const MOST_OPTIONS = 100

const BOX =
  'min-h-12 min-w-24 rounded-md border border-edge bg-card px-4 transition-colors hover:border-ink focus-visible:rounded-md'

/** Quantity input from 1 to `max`. A quantity that was chosen before the script loaded is reported when it has. */
export function QuantitySelect({ value, max, label, name, onChange }: Props) {
  const id = useId()
  const report = (field: Box) => field.validity.valid && onChange(Number(field.value))
  const box = useEarlyInput<Box>((field) => Number(field.value) !== value && report(field))
  const field = {
    ref: box as RefObject<null>,
    id,
    name,
    onChange: ({ target }: ChangeEvent<Box>) => report(target),
    className: BOX,
  }
  return (
    <div className="inline-flex items-center gap-3">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {max > MOST_OPTIONS ? (
        <input {...field} type="number" min={1} max={max} required defaultValue={value} />
      ) : (
        <select {...field} value={value}>
          {Array.from({ length: max }, (_, index) => index + 1).map((qty) => (
            <option key={qty}>{qty}</option>
          ))}
        </select>
      )}
    </div>
  )
}
