import type { ComponentProps } from 'react'
import { TEXT } from '#contract/texts.ts'
import { Field } from '../../ui/Field.tsx'

/** An account's address. Browsers and password managers know it as what one signs in with. */
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
