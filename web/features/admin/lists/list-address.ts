import { useCallback } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'

/** The view of a list in its URL: `keyword`, `page`, `sort` and the list's own filters. */
export type ListAddress = {
  /** The value of the parameter `name`; `otherwise` when there is none. */
  read(name: string, otherwise?: string): string
  /** Changes the address. A value that is empty goes; whatever is changed, the list begins again at its first page. */
  change(values: Record<string, string>): void
  /** The page that is shown; the first is 1. */
  page: number
  /** The address of a page of the same list. */
  hrefOf(page: number): string
  /** Shows another page of the same list in its place. */
  goTo(page: number): void
  /** All of it, as the parameters of the call. */
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
  const change = useCallback(
    (values: Record<string, string>) => {
      const search = `?${changed(params, { page: '', ...values })}`
      navigate({ ...(path ? { pathname: path } : {}), search }, { replace: true, state: KEEPS_PLACE })
    },
    [navigate, params, path],
  )
  const asked = new URLSearchParams(params)
  const page = path ? pageNumber : asked.get('page')
  asked.delete('page')
  if (page) asked.set('pageNumber', page)
  const hrefOf = (page: number) =>
    path ? inPath(path, page, params) : `?${changed(params, { page: page > 1 ? String(page) : '' })}`
  return {
    read: (name, otherwise = '') => params.get(name) ?? otherwise,
    change,
    page: Number(page ?? 1) || 1,
    hrefOf,
    goTo: (page) => void navigate(hrefOf(page), { replace: true, state: KEEPS_PLACE }),
    query: asked.toString(),
  }
}

/** For web/router.tsx: what is shown is no new page. */
const KEEPS_PLACE = { keepsPlace: true }

function inPath(path: string, page: number, params: URLSearchParams) {
  const query = params.toString()
  return `${path}${page > 1 ? `/${page}` : ''}${query ? `?${query}` : ''}`
}

/** The parameters with these values; the empty ones are gone. */
function changed(params: URLSearchParams, values: Record<string, string>) {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
