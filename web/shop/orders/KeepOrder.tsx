import { useState } from 'react'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useKeepGuestMutation } from '#web/shop/accounts/accountsApi.ts'
import { NewPasswordField } from '#web/shop/accounts/NewPasswordField.tsx'
import { RobotBox } from '#web/shop/accounts/RobotBox.tsx'
import { useOwnRobotCheck } from '#web/shop/accounts/robot-check.ts'
import { formProblemOf } from '#web/shop/accounts/validation.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { GUEST, REGISTER } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** Turns the guest into an account with one password. For users it is empty. */
export function KeepOrder() {
  const isGuest = useAppSelector(({ session }) => session.user?.isGuest)
  const [isKept, setKept] = useState(false)
  const [keep] = useKeepGuestMutation()
  const [isAsked, setAsked] = useState(false)
  const robot = useOwnRobotCheck(isAsked)
  const { form, problem, errors, isSending, dismiss } = useForm(['password'], async (values) => {
    const answer = await robot.answer()
    if ('problem' in answer) return answer.problem
    const { error } = await keep({ ...values, ...answer })
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
