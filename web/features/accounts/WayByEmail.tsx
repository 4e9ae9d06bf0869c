import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { SIGN_IN } from '../../texts/account.ts'
import { Alert } from '../../ui/Alert.tsx'

/** For the owner of an account at which strangers have guessed: a new password ends the wait at once. */
export function WayByEmail(link: Pick<ComponentProps<typeof Link>, 'target'>) {
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
