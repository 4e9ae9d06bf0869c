import { useCallback } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'

/** The view of a list in its URL: `keyword`, `page`, `sort` and the list's own filters. */
export type ListAddress = {
  /** The value of the parameter `name`; `otherwise` when it is missing. */
  read(name: string, otherwise?: string): string
  /** Changes parameters, removes empty ones, and returns to the first page. Does nothing once the user has left. */
  change(values: Record<string, string>): void
  /** The current page; the first is 1. */
  page: number
  /** The URL of a page of the same list; `near` is the place of a page nearby, from which it is found. */
  hrefOf(page: number, near?: string): string
  /** Shows another page of the same list, replacing this one in the history. */
  goTo(page: number): void
  /** The whole query string, for the call. */
  query: string
}

/**
 * The view of a list, stored only in the URL, so that links and the back button restore it. `path` is for a list with
 * the page number in its path, such as /admin/productlist/2.
 */
export function useListAddress(path?: string): ListAddress {
  const [params] = useSearchParams()
  const { pageNumber } = useParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const listPath = path ?? pathname
  const change = useCallback(
    (values: Record<string, string>) => {
      // The browser's address is ahead of the rendered one while React renders a change or loads another screen.
      const current = window.location
      if (!isOfList(current.pathname, listPath)) return
      const search = `?${changed(new URLSearchParams(current.search), { ...FIRST_PAGE, ...values })}`
      navigate({ pathname: listPath, search }, { replace: true, state: KEEPS_PLACE })
    },
    [navigate, listPath],
  )
  const query = new URLSearchParams(params)
  const page = path ? pageNumber : (query.get('page') ?? query.get('pageNumber'))
  query.delete('page')
  if (page) query.set('pageNumber', page)
  const hrefOf = (page: number, near = '') =>
    path
      ? inPath(path, page, params)
      : `?${changed(params, page > 1 ? { ...FIRST_PAGE, page: String(page), near } : FIRST_PAGE)}`
  return {
    read: (name, otherwise = '') => params.get(name) ?? otherwise,
    change,
    page: Number(page ?? 1) || 1,
    hrefOf,
    goTo: (page) => void navigate(hrefOf(page, params.get('near') ?? ''), { replace: true, state: KEEPS_PLACE }),
    query: query.toString(),
  }
}

/** Every parameter that says which page of the list is shown: by its number, or after which row it begins. */
const FIRST_PAGE = { page: '', pageNumber: '', near: '', after: '' }

/** For app/web/router.tsx: another view of the list is not a new page. */
const KEEPS_PLACE = { keepsPlace: true }

/** Whether it is the list itself or one of its numbered pages, and not the screen of one of its rows. */
export function isOfList(pathname: string, listPath: string) {
  return pathname.startsWith(listPath) && /^(\/\d+)?$/.test(pathname.slice(listPath.length))
}

function inPath(path: string, page: number, params: URLSearchParams) {
  const query = params.toString()
  return `${path}${page > 1 ? `/${page}` : ''}${query ? `?${query}` : ''}`
}

/** The parameters with these values, without empty ones. */
function changed(params: URLSearchParams, values: Record<string, string>) {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
