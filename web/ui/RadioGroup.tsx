import { type ReactNode, useId } from 'react'

type Props<Value extends string> = {
  legend: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  value: Value
  onChange(value: Value): void
}

/** One of several options, as radio buttons below each other. */
export function RadioGroup<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="grid">
      <legend className="sr-only">{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => onChange(option)}
            className="size-5 shrink-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
