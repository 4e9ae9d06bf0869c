import { type ComponentProps, type ReactNode, useId } from 'react'

/** Classes of every input. */
export const BOX =
  'w-full min-h-12 rounded-md border border-edge bg-card px-4 py-2 text-ink transition-colors placeholder:text-muted hover:border-ink focus-visible:rounded-md focus-visible:outline-offset-0 aria-invalid:border-bad aria-invalid:bg-bad-soft read-only:not-[select]:bg-sand'

export type FieldProps = { label: string; error?: string; hint?: string }

/** Text input with its label; screen readers read the error below it with the field. */
export function Field({ label, error, hint, className = '', ...input }: FieldProps & ComponentProps<'input'>) {
  const field = useField({ label, error, hint }, input.id)
  return field.surround(<input {...input} {...field.props} className={`${BOX} ${className}`} />)
}

/** A select with its label. */
export function SelectField({ label, error, hint, children, ...select }: FieldProps & ComponentProps<'select'>) {
  const field = useField({ label, error, hint }, select.id)
  return field.surround(
    <select {...select} {...field.props} className={BOX}>
      {children}
    </select>,
  )
}

/** A checkbox before its label; the whole row can be clicked. */
export function CheckField({ label, hint, ...input }: Omit<FieldProps, 'error'> & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <input
          {...input}
          type="checkbox"
          aria-describedby={hint ? id : undefined}
          className="size-5 shrink-0 focus-visible:rounded-sm"
        />
        {label}
      </label>
      {hint && (
        <p id={id} className="-mt-1 pl-8 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Label, note and ARIA attributes for an input: `props` for the input, `surround` wraps it. */
export function useField({ label, error, hint }: FieldProps, givenId: string | undefined) {
  const ownId = useId()
  const id = givenId ?? ownId
  const note = error ?? hint
  return {
    props: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': note ? `${id}-note` : undefined,
    },
    surround: (box: ReactNode) => (
      <div className="grid grid-cols-1 content-start gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {box}
        {note && (
          <p id={`${id}-note`} className={`text-sm ${error ? 'font-medium text-bad' : 'text-muted'}`}>
            {note}
          </p>
        )}
      </div>
    ),
  }
}
