import { Link, useLocation } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { useAppSelector } from '../../store.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Head } from '../../ui/Head.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CheckoutSteps } from '../checkout/CheckoutSteps.tsx'
import { AccountForm } from './AccountForm.tsx'
import { useLoginMutation } from './accountsApi.ts'
import { type Arrival, useMoveOn, useRedirect } from './arrivals.ts'
import { useForm } from './forms.ts'
import { refusalOf, signInProblem } from './validation.ts'

/** Sign In. Who is signed in moves on at once, unless a fresh sign-in is what was asked for (`again`). */
export default function LoginPage() {
  const { target, query, search } = useRedirect()
  const { user, restored } = useAppSelector((state) => state.session)
  const { notice } = (useLocation().state ?? {}) as Arrival
  const [login, { isSuccess }] = useLoginMutation()
  const isDone = Boolean(user) && (isSuccess || !query.has('again'))
  useMoveOn(isDone ? target : null)
  const { form, problem, errors, isSending, dismiss } = useForm(['email', 'password'], async (values) => {
    const found = signInProblem(values)
    if (found) return found
    const { error } = await login(values)
    return error ? refusalOf(error) : null
  })
  if (isDone) return <div className="min-h-dvh" aria-busy="true" />
  return (
    <>
      <Head title={TEXT.signIn} noIndex />
      {target === '/shipping' && <CheckoutSteps current="signIn" />}
      <AccountForm
        title={TEXT.signIn}
        lead="Welcome back."
        problem={problem}
        onDismiss={dismiss}
        notice={notice && <Alert kind="info">{notice}</Alert>}
      >
        <Panel>
          <form {...form} className="grid gap-5">
            <Field
              label={TEXT.emailAddress}
              name="email"
              type="email"
              autoComplete="username"
              error={errors.email}
              defaultValue={user?.email}
              required
            />
            <Field
              label={TEXT.password}
              name="password"
              type="password"
              autoComplete="current-password"
              error={errors.password}
              required
            />
            <Link to="/forgot-password" className="justify-self-start">
              {TEXT.forgotPassword}
            </Link>
            <Button isBusy={isSending} disabled={!restored}>
              {TEXT.signIn}
            </Button>
          </form>
        </Panel>
        <p className="text-center">
          {TEXT.newCustomer} <Link to={`/register${search}`}>{TEXT.register}</Link>
        </p>
      </AccountForm>
    </>
  )
}
