import { useId } from 'react'

type Props = { value: number; max: number; label: string; name?: string; onChange(qty: number): void }

/** Above this number a list of options is slow and hard to use. */
const MOST_OPTIONS = 100

const BOX =
  'min-h-12 min-w-24 rounded-md border border-edge bg-card px-4 transition-colors hover:border-ink focus-visible:rounded-md'

/** Quantity input from 1 to `max`. */
export function QuantitySelect({ value, max, label, name, onChange }: Props) {
  const id = useId()
  return (
    <div className="inline-flex items-center gap-3">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {max > MOST_OPTIONS ? (
        <input
          id={id}
          name={name}
          type="number"
          min={1}
          max={max}
          required
          defaultValue={value}
          onChange={({ target }) => target.validity.valid && onChange(target.valueAsNumber)}
          className={BOX}
        />
      ) : (
        <select
          id={id}
          name={name}
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
          className={BOX}
        >
          {Array.from({ length: max }, (_, index) => index + 1).map((qty) => (
            <option key={qty}>{qty}</option>
          ))}
        </select>
      )}
    </div>
  )
}
