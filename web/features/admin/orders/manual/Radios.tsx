type Props<Value extends string> = {
  name: string
  legend: string
  value: Value
  options: readonly (readonly [value: Value, label: string])[]
  onChange(value: Value): void
}

/** Radio buttons below each other, with a legend that everybody reads. */
export const Radios = <Value extends string>({ name, legend, value, options, onChange }: Props<Value>) => (
  <fieldset>
    <legend className="mb-1 text-sm font-medium">{legend}</legend>
    {options.map(([option, label]) => (
      <label key={option} className="flex min-h-11 items-center gap-3">
        <input
          type="radio"
          name={name}
          value={option}
          checked={option === value}
          onChange={() => onChange(option)}
          className="size-5 shrink-0"
        />
        {label}
      </label>
    ))}
  </fieldset>
)
