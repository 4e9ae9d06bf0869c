import { useLocation } from 'react-router'
import { redirectTarget } from '#web/shop/accounts/safe-redirect.ts'

/** The path of the screen that led to the form: the list as it was filtered, or the page of the product. */
export function useBack(): string {
  const { state, search } = useLocation()
  const page = new URLSearchParams(search).get('back')
  return state?.back ?? (page ? redirectTarget(page) : '/admin/productlist')
}
