import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '#web/lib/api-failure.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { PasskeySignIn } from '../contract.ts'
import { useBeginPasskeySignInMutation, useSignInWithPasskeyMutation } from './passkeysApi.ts'
import { PASSKEYS } from './texts.ts'

type Props = {
  isTrusted?: boolean
  /** Whether the list of accounts below the email field offers passkeys, too. */
  isOfferedInList?: boolean
  onDone(): void
}

/** Signs in with a passkey; nothing in a browser without them. */
export function PasskeyButton({ isTrusted = false, isOfferedInList = false, onDone }: Props) {
  const { signIn, problem, isBusy, dismiss } = usePasskeySignIn(isTrusted, onDone)
  const offer = useEffectEvent(() => void signIn(true))
  useEffect(() => {
    if (!isOfferedInList) return
    void browserSupportsWebAuthnAutofill().then((isSupported) => isSupported && offer())
  }, [isOfferedInList])
  if (!browserSupportsWebAuthn()) return null
  return (
    <div className="grid gap-3">
      {problem && <Alert onDismiss={dismiss}>{problem}</Alert>}
      <Button type="button" variant="secondary" isBusy={isBusy} onClick={() => void signIn(false)}>
        {PASSKEYS.signIn}
      </Button>
    </div>
  )
}

function usePasskeySignIn(isTrusted: boolean, onDone: () => void) {
  const [begin] = useBeginPasskeySignInMutation()
  const [send] = useSignInWithPasskeyMutation()
  const renews = useAppSelector(({ session }) => session.user?.token)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const finish = useEffectEvent(async (credential: unknown) => {
    const { data, error } = await send(PasskeySignIn.parse({ credential, isTrusted, renews }))
    if (error) setProblem(messageOf(error))
    if (data) onDone()
  })
  /** In the list the browser asks nobody by itself, so there is nothing to say when nobody chooses a passkey. */
  async function signIn(inList: boolean) {
    setProblem(null)
    setBusy(!inList)
    const { data, error } = await begin()
    if (error && !inList) setProblem(messageOf(error))
    if (data) {
      const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON
      const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: inList }).catch(() => null)
      if (credential) await finish(credential)
      else if (!inList) setProblem(PASSKEYS.notRead)
    }
    setBusy(false)
  }
  return { signIn, problem, isBusy, dismiss: () => setProblem(null) }
}
