import type { ComponentProps } from 'react'
import { TEXT } from '#contract/texts.ts'
import { Field } from '#web/ui/Field.tsx'

/** The email address of an account. `autocomplete` marks it as the user name for password managers. */
export const EmailField = (field: Partial<ComponentProps<typeof Field>>) => (
  <Field
    label={TEXT.emailAddress}
    name="email"
    type="email"
    autoComplete="username"
    maxLength={254}
    required
    {...field}
  />
)
