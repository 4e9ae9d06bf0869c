import { useEffect } from 'react'
import { RESET_TEXT } from '#contract/reset-texts.ts'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { FORGOT_PASSWORD } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { AccountForm } from './AccountForm.tsx'
import { useAskForResetMutation } from './accountsApi.ts'
import { EmailField } from './EmailField.tsx'
import { forgotPasswordProblem, formProblemOf } from './validation.ts'

const CONFIRMED_MS = 5_000

/** Forgot Password: requests a reset link. The confirmation disappears after five seconds. */
export default function ForgotPasswordPage() {
  const { user, restored } = useAppSelector((state) => state.session)
  const [ask, { data: answer, reset }] = useAskForResetMutation()
  const { form, problem, errors, isSending, dismiss } = useForm(['email'], async (values) => {
    reset()
    const formProblem = forgotPasswordProblem(values)
    if (formProblem) return formProblem
    const { error } = await ask(values)
    return error ? formProblemOf(error) : null
  })
  useEffect(() => {
    if (!answer) return
    const timer = setTimeout(reset, CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [answer, reset])
  const notice = answer && <Alert kind="success">{answer.message}</Alert>
  return (
    <AccountForm
      title={RESET_TEXT.forgotPasswordTitle}
      lead={FORGOT_PASSWORD.lead}
      problem={problem}
      onDismiss={dismiss}
      notice={notice}
    >
      <Head title={RESET_TEXT.forgotPasswordTitle} noIndex />
      <Panel>
        <form {...form} className="grid gap-5">
          <EmailField key={user?.email} defaultValue={user?.email} error={errors.email} />
          <Button isBusy={isSending} disabled={!restored}>
            {RESET_TEXT.sendPasswordReset}
          </Button>
        </form>
      </Panel>
      <p className="text-center">
        {TEXT.newCustomer} <Link to="/register">{TEXT.register}</Link>
      </p>
    </AccountForm>
  )
}
