import { TEXT } from '#contract/texts.ts'
import { Field } from '#web/ui/Field.tsx'
import { EmailField } from './EmailField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

export const ACCOUNT_FIELDS = ['name', 'email', 'password', 'confirm'] as const

type Props = {
  errors: Partial<Record<(typeof ACCOUNT_FIELDS)[number], string>>
  saved?: { name: string; email: string }
  passwordHint: string
  isPasswordNeeded: boolean
}

/** Name, email and password fields, for registration and profile. */
export function AccountFields({ errors, saved, passwordHint, isPasswordNeeded }: Props) {
  return (
    <>
      <Field
        label={TEXT.name}
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={saved?.name}
        error={errors.name}
        required
      />
      <EmailField defaultValue={saved?.email} error={errors.email} />
      <NewPasswordField
        label={TEXT.password}
        name="password"
        hint={passwordHint}
        error={errors.password}
        required={isPasswordNeeded}
      />
      <NewPasswordField
        label={TEXT.confirmPassword}
        name="confirm"
        error={errors.confirm}
        required={isPasswordNeeded}
      />
    </>
  )
}
