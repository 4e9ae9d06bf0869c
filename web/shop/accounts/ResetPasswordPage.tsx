import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { RESET_TEXT } from '#contract/reset-texts.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { isNotFound, LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { RESET_PASSWORD } from '#web/texts/account.ts'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { useResetLinkQuery } from './accountsApi.ts'
import { ResetPasswordForm } from './ResetPasswordForm.tsx'
import type { SignInState } from './sign-in-redirect.ts'

/** Reset Password: the target of the link in the message. An invalid link leads to Sign In. */
export default function ResetPasswordPage() {
  const { token = '' } = useParams()
  // A link that was valid when it was opened: the new password uses it up, and the form stays to say so.
  const [isOpened, setOpened] = useState(false)
  const query = useResetLinkQuery(token, { skip: isOpened })
  const { isSuccess, error } = query
  if (isSuccess && !isOpened) setOpened(true)
  const navigate = useNavigate()
  const isInvalid = isNotFound(error)
  useEffect(() => {
    // `again` keeps the sign-in page, which says why, from sending a signed-in user on.
    if (isInvalid)
      navigate('/login?again=1', { replace: true, state: { notice: messageOf(error) } satisfies SignInState })
  }, [isInvalid, error, navigate])
  return (
    <>
      <Head title={RESET_TEXT.resetPassword} noIndex />
      {isOpened ? (
        <ResetPasswordForm token={token} />
      ) : (
        <div className="mx-auto min-h-dvh w-full max-w-md px-5 py-12 md:py-20" aria-busy={!error}>
          <h1 className="text-center">{RESET_TEXT.resetPassword}</h1>
          {error && !isInvalid && (
            <div className="grid gap-6 py-6">
              <LoadFailure queries={[query]} />
              <Link to="/forgot-password">{RESET_PASSWORD.askAgain}</Link>
            </div>
          )}
        </div>
      )}
    </>
  )
}
