import type { ReactNode } from 'react'
import { formatDollars } from '#contract/money.ts'
import { BottomBar } from './BottomBar.tsx'

type Props = {
  label: string
  /** In cents. */
  total: number
  /** Notices above the button. */
  notices?: ReactNode
  action: ReactNode
  children: ReactNode
}

/** Totals and the main button: a sticky card on desktop, a bottom bar with the total on phones. */
export const TotalCard = ({ label, total, notices, action, children }: Props) => (
  <div className="max-lg:contents lg:sticky lg:top-24 lg:grid lg:gap-6 lg:rounded-lg lg:border lg:border-line lg:bg-card lg:p-8 lg:shadow-sm">
    <div className="grid gap-6 max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-card max-lg:p-5 max-lg:shadow-sm">
      {children}
    </div>
    <BottomBar aria-label={label} className="grid gap-3">
      {notices && <div className="grid gap-3 max-lg:max-h-[40dvh] max-lg:overflow-y-auto">{notices}</div>}
      <div className="grid items-center gap-3 max-lg:grid-cols-[auto_1fr] max-xs:[&>:is(a,button)]:text-sm max-lg:[&>:is(a,button)]:px-2">
        <p className="text-sm leading-tight max-xs:text-xs lg:hidden">
          {label}
          <strong className="block text-lg leading-tight font-semibold tabular-nums">{formatDollars(total)}</strong>
        </p>
        {action}
      </div>
    </BottomBar>
  </div>
)
