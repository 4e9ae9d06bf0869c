import { type ReactNode, useState } from 'react'
import { DISMISS } from '../texts/shop.ts'
import { Icon } from './Icon.tsx'

const LOOKS = {
  error: 'bg-bad-soft text-bad',
  warning: 'bg-warning-soft text-warning',
  success: 'bg-good-soft text-good',
  info: 'bg-sand text-ink',
}
const CLOSE = '-my-2 -mr-3 grid size-11 place-items-center'

type Props = { children: ReactNode } & (
  | { kind?: keyof typeof LOOKS; onDismiss(): void }
  | { kind: 'warning' | 'success' | 'info'; onDismiss?: undefined }
)

/**
 * A message above its subject. Screen readers announce errors at once and others when idle. Errors can always be
 * dismissed, others with `onDismiss`.
 */
export const Alert = ({ kind = 'error', onDismiss, children }: Props) => (
  <Box kind={kind} message={children}>
    {onDismiss && (
      <button type="button" aria-label={DISMISS} onClick={onDismiss} className={CLOSE}>
        <Icon name="close" className="size-4" />
      </button>
    )}
  </Box>
)

type StandingProps = { of: unknown; kind?: keyof typeof LOOKS; children: ReactNode }

/** A message that its owner keeps: a dismissed one stays away until `of`, the event that it tells, is another. */
export function StandingAlert({ of, kind = 'error', children }: StandingProps) {
  const [dismissed, setDismissed] = useState<{ of: unknown }>()
  if (dismissed && dismissed.of === of) return null
  return (
    <Alert kind={kind} onDismiss={() => setDismissed({ of })}>
      {children}
    </Alert>
  )
}

/** An error on a page for browsers without JavaScript: a check box hides it. */
export const PlainAlert = ({ children }: { children: ReactNode }) => (
  <Box kind="error" message={children}>
    <label className={CLOSE}>
      <input type="checkbox" aria-label={DISMISS} className="peer sr-only" />
      <Icon name="close" className="size-4 peer-focus-visible:outline-2" />
    </label>
  </Box>
)

type BoxProps = { kind: keyof typeof LOOKS; message: ReactNode; children: ReactNode }

const Box = ({ kind, message, children }: BoxProps) => (
  <div
    role={kind === 'error' ? 'alert' : 'status'}
    className={`flex animate-rise items-start gap-3 rounded-md px-4 py-3 has-[>label>:checked]:hidden ${LOOKS[kind]}`}
  >
    <Icon name={kind === 'success' ? 'check' : 'notice'} className="mt-1 size-5" />
    <div className="grow">{message}</div>
    {children}
  </div>
)
