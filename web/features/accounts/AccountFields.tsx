import { PASSWORD_MAX } from '#contract/passwords.ts'
import { TEXT } from '#contract/texts.ts'
import { Field } from '../../ui/Field.tsx'

export const ACCOUNT_FIELDS = ['name', 'email', 'password', 'confirm'] as const

type Props = {
  errors: Partial<Record<(typeof ACCOUNT_FIELDS)[number], string>>
  saved?: { name: string; email: string }
  passwordHint: string
  isPasswordNeeded: boolean
}

/** What an account consists of, for a new one and a changed one alike. */
export function AccountFields({ errors, saved, passwordHint, isPasswordNeeded }: Props) {
  const password = {
    type: 'password',
    autoComplete: 'new-password',
    maxLength: PASSWORD_MAX,
    required: isPasswordNeeded,
  } as const
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
      <Field
        label={TEXT.emailAddress}
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        defaultValue={saved?.email}
        error={errors.email}
        required
      />
      <Field {...password} label={TEXT.password} name="password" hint={passwordHint} error={errors.password} />
      <Field {...password} label={TEXT.confirmPassword} name="confirm" error={errors.confirm} />
    </>
  )
}
