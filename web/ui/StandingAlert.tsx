import { type ReactNode, useState } from 'react'
import { Alert, type AlertKind } from './Alert.tsx'

type Props = { of: unknown; kind?: AlertKind; children: ReactNode }

/** A message that its owner keeps: a dismissed one stays away until `of`, the event that it tells, is another. */
export function StandingAlert({ of, kind = 'error', children }: Props) {
  const [dismissedAlert, setDismissedAlert] = useState<{ of: unknown }>()
  if (dismissedAlert && dismissedAlert.of === of) return null
  return (
    <Alert kind={kind} onDismiss={() => setDismissedAlert({ of })}>
      {children}
    </Alert>
  )
}
