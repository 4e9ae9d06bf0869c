import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { PolicyLinks } from '#web/shop/text-pages/PolicyLinks.tsx'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { REGISTER } from '#web/texts/account.ts'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ACCOUNT_FIELDS, AccountFields } from './AccountFields.tsx'
import { AccountForm } from './AccountForm.tsx'
import { useRegisterMutation } from './accountsApi.ts'
import { RobotBox } from './RobotBox.tsx'
import { useRobotCheck } from './robot-check.ts'
import { useNavigateWhen, useRedirect } from './sign-in-redirect.ts'
import { formProblemOf, registrationProblem } from './validation.ts'

/** What somebody may want to read before creating an account. */
const POLICIES = ['privacy', 'terms']

/** Create Account. Signs the new user in and continues to where they were going. */
export default function RegisterPage() {
  const { target, search } = useRedirect()
  const { user, restored } = useAppSelector((state) => state.session)
  const [register] = useRegisterMutation()
  const hasAccount = Boolean(user) && !user?.isGuest
  useNavigateWhen(hasAccount ? target : null)
  const robot = useRobotCheck()
  const { form, problem, errors, isSending, dismiss } = useForm(ACCOUNT_FIELDS, async ({ confirm, ...account }) => {
    const formProblem = registrationProblem({ ...account, confirm })
    if (formProblem) return formProblem
    const answer = await robot.answer()
    if ('problem' in answer) return answer.problem
    const { error } = await register({ ...account, ...answer })
    if (error) robot.renew()
    return error ? formProblemOf(error) : null
  })
  if (hasAccount) return <div className="min-h-dvh" aria-busy="true" />
  return (
    <AccountForm title={TEXT.createAccount} lead={REGISTER.lead} problem={problem} onDismiss={dismiss}>
      <Head title={TEXT.createAccount} description={REGISTER.lead} noIndex />
      <Panel>
        <form {...form} onFocus={robot.prepare} className="grid gap-5">
          <AccountFields errors={errors} passwordHint={REGISTER.passwordHint} isPasswordNeeded />
          <RobotBox robot={robot} error={errors.robotCheck} />
          <Button isBusy={isSending} disabled={!restored}>
            {TEXT.register}
          </Button>
          <PolicyLinks slugs={POLICIES} />
        </form>
      </Panel>
      <p className="text-center">
        {REGISTER.haveAccount} <Link to={`/login${search}`}>{TEXT.signIn}</Link>
      </p>
    </AccountForm>
  )
}
