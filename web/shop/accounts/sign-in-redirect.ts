import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useNavigation } from '#web/ui/navigation.ts'
import { redirectTarget } from './safe-redirect.ts'

/** The navigation state of the sign-in page: a notice from the page that led there. */
export type SignInState = { notice?: string }

/** The path to return to after signing in, also as a query string for the link to the other form. */
export function useRedirect() {
  const [query] = useSearchParams()
  const target = redirectTarget(query.get('redirect'))
  return { target, query, search: target === '/' ? '' : `?redirect=${encodeURIComponent(target)}` }
}

/** Navigates to `target` as soon as it is set, replacing this page in the history. */
export function useNavigateWhen(target: string | null) {
  const { navigate } = useNavigation()
  useEffect(() => {
    if (target) navigate(target, { replace: true })
  }, [target, navigate])
}
