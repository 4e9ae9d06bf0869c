import type { ReactNode } from 'react'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { GUIDE_PLACES, guidePath } from '../guide.ts'
import { SHOP_CHECK } from './texts.ts'

type Test = { label: string; run(): void; isBusy: boolean; error: unknown }

const BADGES = { good: 'good', todo: 'warning', untested: 'neutral', waiting: 'neutral' } as const

type Props = {
  check: SetupCheck
  test?: Test
  /** What the seller can do about it right here. */
  children?: ReactNode
}

/** A part of the shop: whether it works, and the one thing to do. What works is closed. */
export function CheckCard({ check, test, children }: Props) {
  const head = (
    <span className="flex flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h2 className="font-sans text-lg font-semibold">{SHOP_CHECK.titles[check.name]}</h2>
      <Badge kind={BADGES[check.state]}>{SHOP_CHECK.states[check.state]}</Badge>
    </span>
  )
  const body = (
    <div className="grid gap-4">
      <Findings check={check} />
      {test?.error !== undefined && <StandingAlert of={test.error}>{messageOf(test.error)}</StandingAlert>}
      {test && (
        <Button
          variant="secondary"
          isBusy={test.isBusy}
          onClick={test.run}
          className="justify-self-start max-sm:w-full"
        >
          {test.label}
        </Button>
      )}
      {children}
      <Link to={guidePath(GUIDE_PLACES[check.name])} className="inline-flex min-h-11 items-center justify-self-start">
        {SHOP_CHECK.guide(SHOP_CHECK.titles[check.name])}
      </Link>
    </div>
  )
  return (
    <li className="rounded-lg border border-line bg-card shadow-sm">
      {check.state === 'good' ? (
        <details>
          <summary className="cursor-pointer px-5 py-3 [&>span]:ml-1 [&>span]:inline-flex [&>span]:w-[calc(100%-2rem)]">
            {head}
          </summary>
          <div className="px-5 pb-5">{body}</div>
        </details>
      ) : (
        <div className="grid gap-3 p-5 sm:p-6">
          {head}
          {body}
        </div>
      )}
    </li>
  )
}

const Findings = ({ check: { state, finding, todo, lines } }: { check: SetupCheck }) => (
  <div role="status" className="grid gap-3">
    <p className="max-w-prose wrap-anywhere">{finding}</p>
    {todo && <p className={`max-w-prose wrap-anywhere ${state === 'todo' ? 'font-medium' : 'text-muted'}`}>{todo}</p>}
    {lines.length > 0 && (
      <pre className="rounded-md bg-sand px-4 py-3 text-xs leading-relaxed sm:text-sm wrap-anywhere whitespace-pre-wrap">
        <code>{lines.join('\n')}</code>
      </pre>
    )}
  </div>
)
