import { useState } from 'react'
import { useLocation } from 'react-router'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '../../forms/use-form.ts'
import { useAppSelector } from '../../store.ts'
import { SIGN_IN } from '../../texts/account.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Head } from '../../ui/Head.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { CheckoutSteps } from '../checkout/CheckoutSteps.tsx'
import { AccountForm } from './AccountForm.tsx'
import { EmailField } from './EmailField.tsx'
import { GuestForm } from './GuestForm.tsx'
import { ResetPasswordHint } from './ResetPasswordHint.tsx'
import { RobotBox } from './RobotBox.tsx'
import { type SignInState, useNavigateWhen, useRedirect } from './sign-in-redirect.ts'
import { useSignIn } from './use-sign-in.ts'
import { signInProblem } from './validation.ts'

/** Redirect targets for which the page shows the steps of the checkout. */
const CHECKOUT = ['/shipping', '/payment', '/placeorder']

/** Sign In. Signed-in users move on at once, unless a new sign-in is requested (`again`). */
export default function LoginPage() {
  const { target, query, search } = useRedirect()
  const { user, restored } = useAppSelector((state) => state.session)
  const notice = useNotice(target)
  const [hasSignedIn, setSignedIn] = useState(false)
  const [isGuest, setGuest] = useState(false)
  const hasAccount = Boolean(user) && !user?.isGuest
  const isDone = isGuest || (hasAccount && (hasSignedIn || !query.has('again')))
  useNavigateWhen(isDone ? target : null)
  const isAtCheckout = CHECKOUT.includes(target)
  const { robot, signIn } = useSignIn()
  const { form, problem, errors, isSending, dismiss } = useForm(['email', 'password'], async (values) => {
    const refusal = signInProblem(values) ?? (await signIn(values))
    setSignedIn(!refusal)
    return refusal
  })
  if (isDone) return <div className="min-h-dvh" aria-busy="true" />
  return (
    <>
      <Head title={TEXT.signIn} description={SIGN_IN.description} noIndex />
      {isAtCheckout && <CheckoutSteps current="signIn" />}
      <AccountForm
        title={TEXT.signIn}
        lead={isAtCheckout ? SIGN_IN.leadAtCheckout : SIGN_IN.lead}
        problem={problem}
        onDismiss={dismiss}
        notice={
          problem?.code === 'rate_limited' ? <ResetPasswordHint /> : notice && <Alert kind="info">{notice}</Alert>
        }
      >
        <Panel>
          <form {...form} onFocus={robot.prepare} className="grid gap-5">
            <EmailField
              error={errors.email}
              defaultValue={hasAccount ? user?.email : undefined}
              maxLength={undefined}
            />
            <PasswordField
              label={TEXT.password}
              name="password"
              autoComplete="current-password"
              error={errors.password}
              required
            />
            <RobotBox robot={robot} error={errors.robotCheck} />
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
        {isAtCheckout && <GuestForm onDone={() => setGuest(true)} />}
      </AccountForm>
    </>
  )
}

/** The reason for the sign-in: the notice of another page, or that the session which owns the cart has ended. */
function useNotice(target: string) {
  const { notice } = (useLocation().state ?? {}) as SignInState
  const hasEnded = useAppSelector(({ session, cart }) => session.restored && !session.user && cart.cartOwner !== null)
  return notice ?? (hasEnded && target !== '/' ? SIGN_IN.sessionEnded : undefined)
}
