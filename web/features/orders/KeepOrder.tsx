import { useState } from 'react'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '../../forms/use-form.ts'
import { useAppSelector } from '../../store.ts'
import { GUEST, REGISTER } from '../../texts/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useKeepGuestMutation } from '../accounts/accountsApi.ts'
import { NewPasswordField } from '../accounts/NewPasswordField.tsx'
import { RobotBox } from '../accounts/RobotBox.tsx'
import { useOwnRobotCheck } from '../accounts/robot-check.ts'
import { formProblemOf } from '../accounts/validation.ts'

/** Turns the guest into an account with one password. For users it is empty. */
export function KeepOrder() {
  const isGuest = useAppSelector(({ session }) => session.user?.isGuest)
  const [isKept, setKept] = useState(false)
  const [keep] = useKeepGuestMutation()
  const [isAsked, setAsked] = useState(false)
  const robot = useOwnRobotCheck(isAsked)
  const { form, problem, errors, isSending, dismiss } = useForm(['password'], async (typed) => {
    const answer = await robot.answer()
    if ('problem' in answer) return answer.problem
    const { error } = await keep({ ...typed, ...answer })
    setKept(!error)
    if (!error) return null
    const refusal = formProblemOf(error)
    // After another guest of this network.
    if (refusal.code === 'robot_check_required') setAsked(true)
    robot.renew()
    return refusal
  })
  if (isKept) return <Alert kind="success">{GUEST.kept}</Alert>
  if (!isGuest) return null
  return (
    <Panel>
      <form {...form} className="grid max-w-md gap-5">
        <div className="grid gap-2">
          <h2>{GUEST.keepTitle}</h2>
          <p className="text-muted">{GUEST.keepLead}</p>
        </div>
        {problem && (
          <Alert onDismiss={dismiss}>
            <p>{problem.message}</p>
            {problem.code === 'registration_refused' && <Link to="/login?redirect=profile">{GUEST.addThere}</Link>}
          </Alert>
        )}
        <NewPasswordField
          label={TEXT.password}
          name="password"
          hint={REGISTER.passwordHint}
          error={errors.password}
          required
        />
        <RobotBox robot={robot} error={errors.robotCheck} />
        <Button isBusy={isSending}>{GUEST.keep}</Button>
      </form>
    </Panel>
  )
}
