import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string; hint?: string }

/** A box to tick, with its label beside it. */
export const CheckField = ({ label, hint, ...input }: Props) => (
  <label className="flex min-h-11 items-start gap-3 py-2">
    <input {...input} type="checkbox" className="mt-1 size-5 shrink-0" />
    <span>
      <span className="font-medium">{label}</span>
      {hint && <span className="block text-sm text-muted">{hint}</span>}
    </span>
  </label>
)
