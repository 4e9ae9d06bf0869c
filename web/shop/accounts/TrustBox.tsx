import type { ChangeEventHandler } from 'react'
import { DESK_SIGN_IN } from '#web/texts/devices.ts'
import { CheckField } from '#web/ui/Field.tsx'

type Props = { checked: boolean; onChange: ChangeEventHandler<HTMLInputElement> }

/** On the sign-in page of the desk: whether the device stays signed in for 30 days. */
export const TrustBox = (box: Props) => (
  <CheckField name="isTrusted" label={DESK_SIGN_IN.trust} hint={DESK_SIGN_IN.trustHint} {...box} />
)
