import { Fragment, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { Head } from '#web/ui/Head.tsx'

type Props = { children: React.ReactNode; isForGuests?: boolean }

/**
 * Shows its children to signed-in users, guests among them unless it says otherwise, and sends others to the sign-in
 * page, which leads back here. Remounts them when another user signs in, in another tab.
 */
export function RequireUser({ children, isForGuests = true }: Props) {
  const { user, restored } = useAppSelector((state) => state.session)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isAdmitted = user !== null && (isForGuests || !user.isGuest)
  const mustSignIn = restored && !isAdmitted
  useEffect(() => {
    if (mustSignIn) navigate(`/login?redirect=${encodeURIComponent(pathname)}`, { replace: true })
  }, [mustSignIn, navigate, pathname])
  return isAdmitted ? <Fragment key={user._id}>{children}</Fragment> : <WaitingNote />
}

const WaitingNote = () => (
  <div className="min-h-dvh" aria-busy="true">
    <Head noIndex />
  </div>
)
