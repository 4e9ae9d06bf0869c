import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppSelector } from '../../store.ts'
import { ADMIN } from '../../texts/admin.ts'
import { Head } from '../../ui/Head.tsx'
import type { SignInState } from '../accounts/sign-in-redirect.ts'

const NOTICE: SignInState = { notice: ADMIN.adminsOnly }

/** Shows its children to admins, and the sign-in form with the reason to others. */
export function RequireAdmin({ children }: { children: React.ReactNode }) {
  const { user, restored } = useAppSelector((state) => state.session)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isRefused = restored && !user?.isAdmin
  const isSignedIn = Boolean(user)
  useEffect(() => {
    if (!isRefused) return
    // `again` keeps the sign-in page from sending a signed-in user who is no admin straight back.
    const query = new URLSearchParams({ redirect: pathname + search, ...(isSignedIn ? { again: '' } : {}) })
    navigate(`/login?${query}`, { replace: true, state: isSignedIn ? NOTICE : null })
  }, [isRefused, isSignedIn, navigate, pathname, search])
  return user?.isAdmin ? children : <Waiting />
}

const Waiting = () => (
  <div className="min-h-dvh" aria-busy="true">
    <Head noIndex />
  </div>
)
