import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { redirectTarget } from './safe-redirect.ts'

/** What the sign-in page says to somebody whom another page has sent there. */
export type Arrival = { notice?: string }

/** Where the visitor was going when asked to sign in, and the same as a query for the link to the other form. */
export function useRedirect() {
  const [query] = useSearchParams()
  const target = redirectTarget(query.get('redirect'))
  return { target, query, search: target === '/' ? '' : `?redirect=${encodeURIComponent(target)}` }
}

/** Goes to `target` as soon as there is one; going back does not return here. */
export function useMoveOn(target: string | null) {
  const navigate = useNavigate()
  useEffect(() => {
    if (target) navigate(target, { replace: true })
  }, [target, navigate])
}
