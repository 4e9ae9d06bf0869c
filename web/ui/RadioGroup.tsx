import { type ReactNode, useId } from 'react'

type Props<Value extends string> = {
  legend: string
  /** Whether everybody reads the legend; else only screen readers do. */
  isLegendShown?: boolean
  /** The name of the field in a form that reads it. */
  name?: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  value: Value
  onChange(value: Value): void
}

/** One of several options, as radio buttons below each other. */
export function RadioGroup<Value extends string>(group: Props<Value>) {
  const { legend, isLegendShown, name, options, value, onChange } = group
  const ownName = useId()
  return (
    <fieldset className="grid">
      <legend className={isLegendShown ? 'mb-1 text-sm font-medium' : 'sr-only'}>{legend}</legend>
      {options.map(([option, label]) => (
        <label key={option} className="flex min-h-11 items-start gap-3 py-2">
          <input
            type="radio"
            name={name ?? ownName}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            className="mt-1 size-5 shrink-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
