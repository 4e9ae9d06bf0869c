import { useState } from 'react'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '../../forms/use-form.ts'
import { useAppSelector } from '../../store.ts'
import { GUEST } from '../../texts/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useContinueAsGuestMutation } from './accountsApi.ts'
import { EmailField } from './EmailField.tsx'
import { RobotBox } from './RobotBox.tsx'
import { useRobotCheck } from './robot-check.ts'
import { formProblemOf, guestProblem } from './validation.ts'

/** Name and email address of someone who buys without an account. A guest who comes back finds them filled in. */
export function GuestForm({ onDone }: { onDone(): void }) {
  const { user, restored } = useAppSelector((state) => state.session)
  const guest = user?.isGuest ? user : undefined
  const [begin] = useContinueAsGuestMutation()
  const [isAsked, setAsked] = useState(false)
  const robot = useRobotCheck(isAsked)
  const { form, problem, errors, isSending, dismiss } = useForm(['name', 'email'], async (values) => {
    const found = guestProblem(values)
    if (found) return found
    if (values.name.trim() === guest?.name && values.email.trim() === guest.email) return done()
    const answer = await robot.answer()
    if ('problem' in answer) return answer.problem
    const { error } = await begin({ ...values, ...answer })
    if (!error) return done()
    const refusal = formProblemOf(error)
    // After several guests from this network.
    if (refusal.code === 'robot_check_required') setAsked(true)
    robot.renew()
    return refusal
  })
  const done = () => {
    onDone()
    return null
  }
  return (
    <section aria-labelledby="guest" className="grid gap-6 border-t border-line pt-8">
      <header className="grid gap-2 text-center">
        <h2 id="guest">{GUEST.title}</h2>
        <p className="text-muted">{GUEST.lead}</p>
      </header>
      {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
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
          <Button variant="secondary" isBusy={isSending} disabled={!restored}>
            {GUEST.continue}
          </Button>
        </form>
      </Panel>
      <p className="text-center">
        <Link to="/orders/find">{GUEST.findOrders}</Link>
      </p>
    </section>
  )
}
