import { useId } from 'react'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { ROBOT_CHECK } from '#web/texts/account.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { RecaptchaBox } from './RecaptchaBox.tsx'
import type { RobotCheck } from './robot-check.ts'

type Props = { robot: RobotCheck; error: string | undefined }

/** The robot check of a form, where one is required. */
export function RobotBox({ robot, error }: Props) {
  const { setup, query, isAsked, round, setToken } = robot
  if (!isAsked || setup?.provider === 'off') return null
  if (query.error) return <LoadFailure queries={[query]} />
  if (!setup) return <Skeleton className="h-16" />
  if (setup.provider === 'altcha') return <TickBox robot={robot} error={error} />
  return <RecaptchaBox key={round} setup={setup} error={error} onToken={setToken} />
}

const WORDS = { idle: '', working: ROBOT_CHECK.checking, solved: ROBOT_CHECK.checked, failed: '' }

/** A checkbox for the user. The browser solves the challenge before or after it is ticked. */
function TickBox({ robot, error }: Props) {
  const id = useId()
  const { isTicked, state, tick } = robot
  const failure = window.isSecureContext ? ROBOT_CHECK.failed : ROBOT_CHECK.insecure
  const note = isTicked && state === 'failed' ? failure : !isTicked && error
  return (
    <div className="grid gap-2">
      <div
        className={`flex min-h-16 items-center gap-3 rounded-md border px-4 ${note ? 'border-bad bg-bad-soft' : 'border-edge bg-card'}`}
      >
        <input
          id={id}
          type="checkbox"
          checked={isTicked}
          onChange={(event) => tick(event.target.checked)}
          aria-invalid={note ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          required
          className="size-6 shrink-0"
        />
        <label htmlFor={id} className="grow cursor-pointer py-3 font-medium">
          {ROBOT_CHECK.notARobot}
        </label>
        <span role="status" className="flex items-center gap-2 text-sm text-muted">
          {isTicked && WORDS[state]}
          {isTicked && state === 'solved' && <Icon name="check" className="size-5 text-good" />}
        </span>
      </div>
      {note && (
        <p id={`${id}-note`} className="text-sm font-medium text-bad">
          {note}
        </p>
      )}
    </div>
  )
}
