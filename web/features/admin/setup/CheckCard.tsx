import type { SetupCheck } from '#contract/admin/setup.ts'
import { messageOf } from '../../../api-failure.ts'
import { SETUP } from '../../../texts/admin-setup.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { StandingAlert } from '../../../ui/StandingAlert.tsx'

type Test = { label: string; run(): void; isBusy: boolean; error: unknown }

const BADGES = { good: 'good', todo: 'warning', untested: 'neutral', waiting: 'neutral' } as const

/** One part of the setup: whether it works, and the one thing to do. */
export const CheckCard = ({ check, test }: { check: SetupCheck; test?: Test }) => (
  <li className="grid gap-4 rounded-lg border border-line bg-card p-5 shadow-sm sm:p-6">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="text-xl">{SETUP.titles[check.name]}</h2>
      <Badge kind={BADGES[check.state]}>{SETUP.states[check.state]}</Badge>
    </div>
    <div role="status" className="grid gap-3">
      <p className="max-w-prose wrap-anywhere">{check.finding}</p>
      {check.todo && (
        <p className={`max-w-prose wrap-anywhere ${check.state === 'todo' ? 'font-medium' : 'text-muted'}`}>
          {check.todo}
        </p>
      )}
      {check.lines.length > 0 && (
        <pre className="rounded-md bg-sand px-4 py-3 text-xs leading-relaxed sm:text-sm wrap-anywhere whitespace-pre-wrap">
          <code>{check.lines.join('\n')}</code>
        </pre>
      )}
    </div>
    {test?.error !== undefined && <StandingAlert of={test.error}>{messageOf(test.error)}</StandingAlert>}
    {test && (
      <Button variant="secondary" isBusy={test.isBusy} onClick={test.run} className="justify-self-start max-sm:w-full">
        {test.label}
      </Button>
    )}
  </li>
)
