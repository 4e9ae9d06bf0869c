import { useState } from 'react'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { GUEST } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useContinueAsGuestMutation } from './accountsApi.ts'
import { EmailField } from './EmailField.tsx'
import { RobotBox } from './RobotBox.tsx'
import { useRobotCheck } from './robot-check.ts'
import { formProblemOf, guestProblem } from './validation.ts'

/** A problem that is no refusal: the robot check has appeared. */
const CHECK_ASKED = 'check_asked'

/**
 * Name and email address of someone who buys without an account. A guest who comes back finds them filled in. `isFirst`:
 * the page is headed as this form.
 */
export function GuestForm({ isFirst, onDone }: { isFirst: boolean; onDone(): void }) {
  const { user, restored } = useAppSelector((state) => state.session)
  const guest = user?.isGuest ? user : undefined
  const [begin] = useContinueAsGuestMutation()
  const [isAsked, setAsked] = useState(false)
  const robot = useRobotCheck(isAsked)
  const { form, problem, errors, isSending, dismiss } = useForm(['name', 'email'], async (values) => {
    const formProblem = guestProblem(values)
    if (formProblem) return formProblem
    if (values.name.trim() === guest?.name && values.email.trim() === guest.email) return finish()
    const answer = await robot.answer()
    if ('problem' in answer) return answer.problem
    const { error } = await begin({ ...values, ...answer })
    if (!error) return finish()
    const refusal = formProblemOf(error)
    // After several guests from this network.
    const isCheckAsked = refusal.code === 'robot_check_required' && !isAsked
    if (isCheckAsked) setAsked(true)
    robot.renew()
    return isCheckAsked ? { message: GUEST.oneCheck, fields: {}, code: CHECK_ASKED } : refusal
  })
  const finish = () => {
    onDone()
    return null
  }
  return (
    <section aria-label={GUEST.title} className={`grid gap-6 ${isFirst ? '' : 'border-t border-line pt-8'}`}>
      {!isFirst && (
        <header className="grid gap-2 text-center">
          <h2>{GUEST.title}</h2>
          <p className="text-muted">{GUEST.lead}</p>
        </header>
      )}
      {problem && (
        <Alert kind={problem.code === CHECK_ASKED ? 'info' : 'error'} onDismiss={dismiss}>
          {problem.message}
        </Alert>
      )}
      <Panel>
        <form key={guest?._id} {...form} onFocus={robot.prepare} className="grid gap-5">
          <Field
            label={TEXT.name}
            name="name"
            autoComplete="name"
            maxLength={100}
            defaultValue={guest?.name}
            error={errors.name}
            required
          />
          <EmailField label={GUEST.email} autoComplete="email" defaultValue={guest?.email} error={errors.email} />
          <RobotBox robot={robot} error={errors.robotCheck} />
          <Button variant={isFirst ? 'primary' : 'secondary'} isBusy={isSending} disabled={!restored}>
            {GUEST.continue}
          </Button>
        </form>
      </Panel>
    </section>
  )
}
