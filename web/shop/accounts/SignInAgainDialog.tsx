import { type ComponentType, type MouseEvent, Suspense, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { isStaff } from '#contract/roles.ts'
import { TEXT } from '#contract/texts.ts'
import { useForm } from '#web/forms/use-form.ts'
import type { SignInProof } from '#web/lib/sign-in-again.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { FIELDS_NEEDED, SIGN_IN_AGAIN } from '#web/texts/account.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { ResetPasswordHint } from './ResetPasswordHint.tsx'
import { RobotBox } from './RobotBox.tsx'
import type { RobotCheck } from './robot-check.ts'
import { useSignIn } from './use-sign-in.ts'

type Props = {
  needsPassword: boolean
  onDone(proof: SignInProof | null): void
  PasskeyPart: ComponentType<{ onDone(): void }>
}

/** Asks the signed-in user for the password, or somebody of the desk for a passkey, unless it `needsPassword`. Escape, Cancel, a click outside and leaving the page cancel it. */
export function SignInAgainDialog({ needsPassword, onDone, PasskeyPart }: Props) {
  const id = useId()
  const { dialog, close, user } = useModal(onDone)
  const email = user?.email ?? ''
  const { robot, signIn } = useSignIn()
  const { form, problem, errors, isSending, dismiss } = useForm(['password'], async ({ password }) => {
    if (!password) return { message: TEXT.completeAllFields, fields: { password: FIELDS_NEEDED.password } }
    const refusal = await signIn({ email, password })
    if (!refusal) close({ password })
    return refusal
  })
  return (
    <dialog
      {...dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-why`}
      className="m-auto w-full max-w-md bg-transparent px-4 text-left open:animate-rise"
    >
      <form {...form} className="grid gap-5 rounded-lg bg-card p-6 text-base text-ink shadow-lg sm:p-8">
        <h2 id={`${id}-title`}>{SIGN_IN_AGAIN.title}</h2>
        <p id={`${id}-why`} className="text-muted">
          {SIGN_IN_AGAIN.why} <strong className="wrap-anywhere font-medium text-ink">{email}</strong>.
        </p>
        {problem && <Alert onDismiss={dismiss}>{problem.message}</Alert>}
        {problem?.code === 'rate_limited' && <ResetPasswordHint target="_blank" />}
        {/* For password managers. */}
        <input hidden readOnly name="email" autoComplete="username" value={email} />
        <PasswordField
          label={TEXT.password}
          name="password"
          autoComplete="current-password"
          error={errors.password}
          onFocus={robot.prepare}
          required
        />
        <Check robot={robot} error={errors.robotCheck} />
        {user && isStaff(user) && !needsPassword && (
          <Suspense>
            <PasskeyPart onDone={() => close({})} />
          </Suspense>
        )}
        <div className="mt-1 flex flex-wrap justify-end gap-3">
          <Button type="button" variant="secondary" onClick={() => close(null)}>
            {SIGN_IN_AGAIN.cancel}
          </Button>
          <Button isBusy={isSending}>{TEXT.signIn}</Button>
        </div>
      </form>
    </dialog>
  )
}

/** Opens and closes the dialog, and names the user whose password it asks for. A sign-out closes it. */
function useModal(onDone: Props['onDone']) {
  const ref = useRef<HTMLDialogElement>(null)
  const signedInWith = useRef<SignInProof | null>(null)
  const user = useAppSelector((state) => state.session.user)
  const { key } = useLocation()
  const atOpening = useRef({ key, user })
  const isLeft = atOpening.current.key !== key || atOpening.current.user?._id !== user?._id
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  useEffect(() => {
    if (isLeft) ref.current?.close()
  }, [isLeft])
  const close = (proof: SignInProof | null) => {
    signedInWith.current = proof
    ref.current?.close()
  }
  const dialog = {
    ref,
    onClick: (event: MouseEvent) => event.target === ref.current && close(null),
    // Closes the dialog before it unmounts, so that the focus returns to its former place.
    onClose: () => onDone(signedInWith.current),
  }
  return { dialog, close, user }
}

/** The robot check. Google's script may run on few pages only, such as the sign-in page. */
function Check({ robot, error }: { robot: RobotCheck; error: string | undefined }) {
  const { pathname } = useLocation()
  if (!robot.isAsked || robot.setup?.provider !== 'recaptcha') return <RobotBox robot={robot} error={error} />
  return (
    <Alert kind="info">
      {SIGN_IN_AGAIN.robotCheckElsewhere}{' '}
      <Link to={`/login?${new URLSearchParams({ redirect: pathname, again: '1' })}`}>{TEXT.signIn}</Link>.
    </Alert>
  )
}
