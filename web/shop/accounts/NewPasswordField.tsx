import type { ComponentProps } from 'react'
import { PASSWORD_MAX } from '#contract/passwords.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'

/** A new password, or its repetition. */
export const NewPasswordField = (field: ComponentProps<typeof PasswordField>) => (
  <PasswordField autoComplete="new-password" maxLength={PASSWORD_MAX} {...field} />
)
