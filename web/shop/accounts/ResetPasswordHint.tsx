import type { ComponentProps } from 'react'
import { SIGN_IN } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Link } from '#web/ui/Link.tsx'

/** Offers a password reset, which lifts the rate limit after strangers guessed passwords of the account. */
export function ResetPasswordHint(link: Pick<ComponentProps<typeof Link>, 'target'>) {
  const [before, words, after] = SIGN_IN.noNeedToWait
  return (
    <Alert kind="info">
      {before}
      <Link {...link} to="/forgot-password">
        {words}
      </Link>
      {after}
    </Alert>
  )
}
