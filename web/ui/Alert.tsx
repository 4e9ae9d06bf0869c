import type { ReactNode } from 'react'
import { DISMISS } from '../texts/shop.ts'
import { Icon } from './Icon.tsx'

const LOOKS = {
  error: 'bg-bad-soft text-bad',
  warning: 'bg-warning-soft text-warning',
  success: 'bg-good-soft text-good',
  info: 'bg-sand text-ink',
}

export type AlertKind = keyof typeof LOOKS

type Props = { children: ReactNode } & (
  | { kind?: AlertKind; onDismiss(): void; closer?: undefined }
  | { kind?: 'error'; onDismiss?: undefined; closer: ReactNode }
  | { kind: 'warning' | 'success' | 'info'; onDismiss?: undefined; closer?: undefined }
)

/**
 * A message above its subject. Screen readers announce errors at once and others when idle. Errors can always be
 * dismissed, by `onDismiss` or by a `closer` of their own; others with `onDismiss`.
 */
export const Alert = ({ kind = 'error', onDismiss, closer, children }: Props) => (
  <div
    role={kind === 'error' ? 'alert' : 'status'}
    className={`flex animate-rise items-start gap-3 rounded-md px-4 py-3 ${LOOKS[kind]}`}
  >
    <Icon name={kind === 'success' ? 'check' : 'notice'} className="mt-1 size-5" />
    <div className="grow">{children}</div>
    {closer}
    {onDismiss && (
      <button
        type="button"
        aria-label={DISMISS}
        onClick={onDismiss}
        className="-my-2 -mr-3 grid size-11 place-items-center"
      >
        <Icon name="close" className="size-4" />
      </button>
    )}
  </div>
)
