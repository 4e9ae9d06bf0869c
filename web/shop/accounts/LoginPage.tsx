import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { PAYMENT_METHOD } from '#contract/defaults.ts'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import { isComplete } from '#web/shop/addresses/validation.ts'
import { CheckoutBars } from '#web/shop/layout/CheckoutBars.tsx'
import { CheckoutSteps } from '#web/shop/layout/CheckoutSteps.tsx'
import { paymentMethodSaved, shippingAddressSaved } from '#web/shop/visitor/cartSlice.ts'
import { useAppDispatch, useAppSelector } from '#web/shop/visitor/store.ts'
import { GUEST, REGISTER, SIGN_IN } from '#web/texts/account.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { AccountForm } from './AccountForm.tsx'
import { deviceMarks } from './devices.ts'
import { EmailField } from './EmailField.tsx'
import { GuestForm } from './GuestForm.tsx'
import { ResetPasswordHint } from './ResetPasswordHint.tsx'
import { RobotBox } from './RobotBox.tsx'
import { useSavedAddressesQuery } from './savedAddressesApi.ts'
import { type SignInState, useNavigateWhen, useRedirect } from './sign-in-redirect.ts'
import { useSignIn } from './use-sign-in.ts'
import { signInProblem } from './validation.ts'

/** Redirect targets for which the page shows the steps of the checkout. */
const CHECKOUT = ['/shipping', '/payment', '/placeorder']

/**
 * Sign In. Signed-in users move on at once, unless a new sign-in is requested (`again`). At the checkout, who has never
 * signed in at this browser finds the way without an account first. `DeskPart` is for those who go on to the desk.
 */
export function LoginPage({ DeskPart }: { DeskPart: ComponentType<{ onDone(): void }> }) {
  const { target, query } = useRedirect()
  const { user, restored } = useAppSelector((state) => state.session)
  const notice = useNotice(target)
  const [hasSignedIn, setSignedIn] = useState(false)
  const [isGuest, setGuest] = useState(false)
  const hasAccount = Boolean(user) && !user?.isGuest
  const isDone = isGuest || (hasAccount && (hasSignedIn || !query.has('again')))
  const isPassing = isDone && !isGuest && !hasSignedIn && target === '/shipping'
  const firstStep = useFirstStep(isPassing)
  useNavigateWhen(isPassing ? firstStep : isDone ? target : null)
  const isForDesk = target.startsWith('/admin')
  const isAtCheckout = CHECKOUT.includes(target)
  // The server knows neither the browser nor whether it asks `again`, so its page is that of a newcomer.
  const isKnown = restored && (query.has('again') || deviceMarks().length > 0)
  const isNew = isAtCheckout && !notice && !isKnown
  const signIn = useSignInForm(() => setSignedIn(true))
  const { problem, dismiss } = signIn
  if (isDone) return <div className="min-h-dvh" aria-busy="true" />
  // By its key a form that changes its place keeps what is typed in it.
  const guestForm = isAtCheckout && <GuestForm key="guest" isFirst={isNew} onDone={() => setGuest(true)} />
  const signInForm = (
    <SignInForm
      key="account"
      {...signIn}
      email={hasAccount ? user?.email : undefined}
      isReady={restored}
      isForDesk={isForDesk}
    >
      {restored && isForDesk && (
        <Suspense>
          <DeskPart onDone={() => setSignedIn(true)} />
        </Suspense>
      )}
    </SignInForm>
  )
  const accountHeading = (
    <h2 key="heading" className="border-t border-line pt-8 text-center">
      {REGISTER.haveAccount}
    </h2>
  )
  return (
    <>
      <Head title={TEXT.signIn} description={SIGN_IN.description} noIndex />
      {isAtCheckout && (
        <>
          <CheckoutBars />
          <CheckoutSteps current="signIn" isGuest={isNew} />
        </>
      )}
      <AccountForm
        {...(isNew
          ? { title: GUEST.title, lead: GUEST.lead }
          : { title: TEXT.signIn, lead: isAtCheckout ? SIGN_IN.leadAtCheckout : SIGN_IN.lead })}
        problem={problem}
        onDismiss={dismiss}
        notice={
          problem?.code === 'rate_limited' ? <ResetPasswordHint /> : notice && <Alert kind="info">{notice}</Alert>
        }
      >
        {isNew ? [guestForm, accountHeading, signInForm] : [signInForm, guestForm]}
        <p className="text-center">
          {SIGN_IN.boughtAsGuest} <Link to="/orders/find">{LAYOUT.findOrders}</Link>
        </p>
      </AccountForm>
    </>
  )
}

function useSignInForm(onSignedIn: () => void) {
  const { robot, signIn } = useSignIn()
  const form = useForm(['email', 'password', 'isTrusted'], async ({ isTrusted, ...values }) => {
    const refusal = signInProblem(values) ?? (await signIn({ ...values, isTrusted: isTrusted !== '' }))
    if (!refusal) onSignedIn()
    return refusal
  })
  return { ...form, robot }
}

type FormProps = ReturnType<typeof useSignInForm> & {
  email: string | undefined
  isReady: boolean
  isForDesk: boolean
  children: ReactNode
}

function SignInForm({ form, errors, isSending, robot, email, isReady, isForDesk, children }: FormProps) {
  const { search } = useRedirect()
  return (
    <>
      <Panel>
        <form {...form} onFocus={robot.prepare} className="grid gap-5">
          <EmailField
            error={errors.email}
            defaultValue={email}
            maxLength={undefined}
            autoComplete={isForDesk ? 'username webauthn' : 'username'}
          />
          <PasswordField
            label={TEXT.password}
            name="password"
            autoComplete="current-password"
            error={errors.password}
            required
          />
          <RobotBox robot={robot} error={errors.robotCheck} />
          {children}
          <Link to="/forgot-password" className="justify-self-start">
            {TEXT.forgotPassword}
          </Link>
          <Button isBusy={isSending} disabled={!isReady}>
            {TEXT.signIn}
          </Button>
        </form>
      </Panel>
      <p className="text-center">
        {TEXT.newCustomer} <Link to={`/register${search}`}>{TEXT.register}</Link>
      </p>
    </>
  )
}

/**
 * The step at which the checkout of a signed-in user begins: the last one when the address is known, from the cart or
 * else as the newest of the saved ones. Null until that is known, and unless `isAsked`.
 */
function useFirstStep(isAsked: boolean) {
  const dispatch = useAppDispatch()
  const { shippingAddress, paymentMethod } = useAppSelector(({ cart }) => cart)
  const isKnown = isComplete(shippingAddress)
  const { data: addresses, isError } = useSavedAddressesQuery(undefined, { skip: !isAsked || isKnown })
  const newest = isKnown ? undefined : addresses?.find(isComplete)
  useEffect(() => {
    if (!isAsked) return
    if (newest) {
      const { _id, ...address } = newest
      dispatch(shippingAddressSaved(address))
    }
    if (isKnown && paymentMethod !== PAYMENT_METHOD) dispatch(paymentMethodSaved(PAYMENT_METHOD))
  }, [isAsked, newest, isKnown, paymentMethod, dispatch])
  if (!isAsked || newest) return null
  if (isKnown) return paymentMethod === PAYMENT_METHOD ? '/placeorder' : null
  return addresses || isError ? '/shipping' : null
}

/** The reason for the sign-in: the notice of another page, or that the session which owns the cart has ended. */
function useNotice(target: string) {
  const { notice } = (useLocation().state ?? {}) as SignInState
  const hasEnded = useAppSelector(({ session, cart }) => session.restored && !session.user && cart.cartOwner !== null)
  return notice ?? (hasEnded && target !== '/' ? SIGN_IN.sessionEnded : undefined)
}
