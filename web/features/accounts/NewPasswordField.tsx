import type { ComponentProps } from 'react'
import { PASSWORD_MAX } from '#contract/passwords.ts'
import { Field } from '../../ui/Field.tsx'

/** A new password, or its repetition. */
export const NewPasswordField = (field: ComponentProps<typeof Field>) => (
  <Field type="password" autoComplete="new-password" maxLength={PASSWORD_MAX} {...field} />
)
