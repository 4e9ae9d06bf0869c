import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { RESET_TEXT } from '#contract/reset-texts.ts'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { RESET_PASSWORD } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { AccountForm } from './AccountForm.tsx'
import { useResetPasswordMutation } from './accountsApi.ts'
import { NewPasswordField } from './NewPasswordField.tsx'
import { resetPasswordProblem, resetProblem } from './validation.ts'

const READ_MS = 5_000

/** Sets a new password by token, confirms it, and continues to the sign-in page after five seconds. */
export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const [setPassword] = useResetPasswordMutation()
  // Not from the store, which forgets its answers when the session ends.
  const [message, setMessage] = useState<string>()
  const { form, problem, errors, isSending, dismiss } = useForm(['password', 'confirm'], async (values) => {
    const formProblem = resetProblem(values)
    if (formProblem) return formProblem
    const { data, error } = await setPassword({ token, password: values.password })
    setMessage(data?.message)
    return error ? resetPasswordProblem(error) : null
  })
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => navigate('/login', { replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [message, navigate])
  const notice = message && <Alert kind="success">{message}</Alert>
  return (
    <AccountForm
      title={RESET_TEXT.resetPassword}
      lead={RESET_PASSWORD.lead}
      problem={problem}
      onDismiss={dismiss}
      notice={notice}
    >
      {message ? (
        <ButtonLink to="/login" replace ref={focus}>
          {TEXT.signIn}
        </ButtonLink>
      ) : (
        <Panel>
          <form {...form} className="grid gap-5">
            <NewPasswordField
              label={RESET_TEXT.newPassword}
              name="password"
              hint={RESET_PASSWORD.passwordHint}
              error={errors.password}
              required
            />
            <NewPasswordField label={TEXT.confirmPassword} name="confirm" error={errors.confirm} required />
            <Button isBusy={isSending}>{TEXT.signIn}</Button>
          </form>
        </Panel>
      )}
      {problem?.code === 'reset_invalid' && (
        <p className="text-center">
          <Link to="/forgot-password">{RESET_PASSWORD.askAgain}</Link>
        </p>
      )}
    </AccountForm>
  )
}

/** The form is gone, and with it the focused element. */
const focus = (link: HTMLAnchorElement | null) => link?.focus({ preventScroll: true })
