import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Location, useLocation, useNavigationType, useRoutes } from 'react-router'
import { fullLoadPathOf } from '#contract/documents.ts'
import { loadCode, loadData, routes } from './routes.tsx'
import { useAppStore } from './store.ts'
import { readFromTab, saveInTab } from './tab-storage.ts'

/** The longest wait for a page's data before the page is shown without. It always waits for its code. */
const PATIENCE_MS = 600

/** The page of the current URL. The old page stays until the new one's code and data are loaded. */
export function Pages({ children }: { children(page: React.ReactNode, isBusy: boolean): React.ReactNode }) {
  const location = useLocation()
  const shown = usePrepared(location)
  useScroll(shown)
  const page = useRoutes(routes, shown)
  return children(page, shown !== location)
}

const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))

/** Whether that page is another document than this one: then the server is asked for it. */
function isElsewhere(here: Location, there: Location) {
  const owns = document.documentElement.dataset.owns?.split(' ').filter(Boolean) ?? []
  return fullLoadPathOf(here.pathname, owns) !== fullLoadPathOf(there.pathname, owns)
}

function usePrepared(location: Location) {
  const store = useAppStore()
  const [shown, setShown] = useState(location)
  const first = useRef(location)
  useEffect(() => {
    if (location === first.current) return
    if (isElsewhere(first.current, location)) return window.location.reload()
    let isCurrent = true
    const data = Promise.race([loadData(store, location), patience()])
    Promise.all([loadCode(location.pathname), data])
      .then(() => isCurrent && setShown(location))
      // The code of a page that is not there any more (a new version of the shop is out): ask the server.
      .catch(() => isCurrent && window.location.reload())
    return () => {
      isCurrent = false
    }
  }, [location, store])
  return shown
}

/**
 * A new page starts at its top (or at the place its hash names); going back returns to where one was. A list that is
 * looked through otherwise is no new page: it replaces its own address, or says that it keeps its place.
 */
function useScroll(shown: Location) {
  const kind = useNavigationType()
  const last = useRef(shown)
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => saveInTab(`scroll:${last.current.key}`, window.scrollY)
    window.addEventListener('scrollend', remember)
    return () => window.removeEventListener('scrollend', remember)
  }, [])
  useLayoutEffect(() => {
    if (last.current === shown) return
    const isReplaced = kind === 'REPLACE' && last.current.pathname === shown.pathname
    const isSamePage = kind !== 'POP' && (isReplaced || shown.state?.keepsPlace)
    last.current = shown
    if (isSamePage) return
    const kept = kind === 'POP' ? readFromTab(`scroll:${shown.key}`) : 0
    const target = shown.hash ? document.getElementById(shown.hash.slice(1)) : null
    if (target) target.scrollIntoView()
    else window.scrollTo(0, typeof kept === 'number' ? kept : 0)
    if (kind !== 'POP') document.getElementById('main')?.focus({ preventScroll: true })
  }, [shown, kind])
}
