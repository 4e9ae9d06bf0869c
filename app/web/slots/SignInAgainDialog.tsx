import { type ComponentProps, lazy } from 'react'
import * as accounts from '#web/shop/accounts/SignInAgainDialog.tsx'

/** Loaded on demand: for those who work at the desk. */
const Passkey = lazy(async () => ({
  default: (await import('#features/passkeys/shop/PasskeyButton.tsx')).PasskeyButton,
}))

type Props = Omit<ComponentProps<typeof accounts.SignInAgainDialog>, 'PasskeyPart'>

/** The dialog that asks who is signed in to sign in again. */
export default function SignInAgainDialog(props: Props) {
  return <accounts.SignInAgainDialog {...props} PasskeyPart={Passkey} />
}
