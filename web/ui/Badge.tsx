import type { ReactNode } from 'react'

const LOOKS = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  warning: 'bg-warning-soft text-warning',
  neutral: 'bg-sand text-ink',
}

/** A short status label. */
export const Badge = ({ kind, children }: { kind: keyof typeof LOOKS; children: ReactNode }) => (
  <span className={`inline-flex items-center rounded-full px-3 py-1 text-xs font-semibold ${LOOKS[kind]}`}>
    {children}
  </span>
)
