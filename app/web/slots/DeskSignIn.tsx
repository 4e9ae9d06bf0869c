import { useState } from 'react'
import { PasskeyButton } from '#features/passkeys/shop/PasskeyButton.tsx'
import { TrustBox } from '#web/shop/accounts/TrustBox.tsx'

/** What the sign-in form has for those who go on to the desk, which nobody else downloads. */
export default function DeskSignIn({ onDone }: { onDone(): void }) {
  const [isTrusted, setTrusted] = useState(false)
  return (
    <>
      <TrustBox checked={isTrusted} onChange={({ target }) => setTrusted(target.checked)} />
      <PasskeyButton isTrusted={isTrusted} isOfferedInList onDone={onDone} />
    </>
  )
}
