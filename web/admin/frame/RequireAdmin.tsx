import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isStaff } from '#contract/roles.ts'
import type { SignInState } from '#web/shop/accounts/sign-in-redirect.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { ADMIN } from '#web/texts/admin.ts'
import { Head } from '#web/ui/Head.tsx'

const NOTICE: SignInState = { notice: ADMIN.adminsOnly }

/** Shows its children to admins and packers, and the sign-in form with the reason to others. */
export function RequireAdmin({ children }: { children: React.ReactNode }) {
  const { user, restored } = useAppSelector((state) => state.session)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isAdmitted = user !== null && isStaff(user)
  const isRefused = restored && !isAdmitted
  const isSignedIn = Boolean(user)
  useEffect(() => {
    if (!isRefused) return
    // `again` keeps the sign-in page from sending a signed-in user who is no admin straight back.
    const query = new URLSearchParams({ redirect: pathname + search, ...(isSignedIn ? { again: '' } : {}) })
    navigate(`/login?${query}`, { replace: true, state: isSignedIn ? NOTICE : null })
  }, [isRefused, isSignedIn, navigate, pathname, search])
  return isAdmitted ? children : <Waiting />
}

const Waiting = () => (
  <div className="min-h-dvh" aria-busy="true">
    <Head noIndex />
  </div>
)
