import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Location, Link as RouterLink, useLocation, useNavigate, useNavigationType, useRoutes } from 'react-router'
import { appRouteAt, loadCode, routes } from '#app/web/routes.tsx'
import { fullLoadPathOf } from '#contract/documents.ts'
import { readFromTab, saveInTab } from '#web/lib/tab-storage.ts'
import { browserNavigation, type LinkProps, type Navigation, NavigationContext } from '#web/ui/navigation.ts'

/** The page of the current URL. The old page stays until the new one's code is loaded. */
export function Pages({ children }: { children(page: React.ReactNode, shown: ShownPlace): React.ReactNode }) {
  const location = useLocation()
  const shownLocation = usePrepared(location)
  useScroll(shownLocation)
  const page = useRoutes(routes, shownLocation)
  return children(page, { pathname: shownLocation.pathname, isBusy: shownLocation !== location })
}

/** The path of the page on screen, and whether another one is on its way. */
type ShownPlace = { pathname: string; isBusy: boolean }

/** Lets the components below navigate by the router, or by the browser to the pages of the catalog. */
export function RouterNavigation({ children }: { children: ReactNode }) {
  const { pathname, key } = useLocation()
  const go = useNavigate()
  const navigation = useMemo(
    (): Navigation => ({
      Link: AppLink,
      pathname,
      key,
      navigate: (href, options) => (isInApp(href) ? go(href, options) : leaveTo(href, options)),
    }),
    [pathname, key, go],
  )
  return <NavigationContext value={navigation}>{children}</NavigationContext>
}

const { Link: PlainLink, navigate: leaveTo } = browserNavigation('/')

const AppLink = (props: LinkProps) => (isInApp(props.to) ? <RouterLink {...props} /> : <PlainLink {...props} />)

/** Whether the application has the page of a link; another one is the browser's to open. */
const isInApp = (href: string) => !/^\/|^[a-z]+:/i.test(href) || appRouteAt(href.replace(/[?#].*/, '')) !== undefined

/** Whether the page is another document than this one, which the server has to be asked for. */
function isElsewhere(here: Location, there: Location) {
  const owns = document.documentElement.dataset.owns?.split(' ').filter(Boolean) ?? []
  return !appRouteAt(there.pathname) || fullLoadPathOf(here.pathname, owns) !== fullLoadPathOf(there.pathname, owns)
}

function usePrepared(location: Location) {
  const [shownLocation, setShownLocation] = useState(location)
  const first = useRef(location)
  useEffect(() => {
    if (location === first.current) return
    if (isElsewhere(first.current, location)) return window.location.reload()
    let isCurrent = true
    loadCode(location.pathname)
      .then(() => isCurrent && setShownLocation(location))
      // The code of a page that is not there any more (a new version of the shop is out): ask the server.
      .catch(() => isCurrent && window.location.reload())
    return () => {
      isCurrent = false
    }
  }, [location])
  return shownLocation
}

/**
 * A new page starts at its top (or at the place its hash names); going back returns to where one was. A list that is
 * looked through otherwise is no new page: it replaces its own address, or says that it keeps its place.
 */
function useScroll(shownLocation: Location) {
  const kind = useNavigationType()
  const last = useRef(shownLocation)
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => saveInTab(`scroll:${last.current.key}`, window.scrollY)
    window.addEventListener('scrollend', remember)
    return () => window.removeEventListener('scrollend', remember)
  }, [])
  useLayoutEffect(() => {
    if (last.current === shownLocation) return
    const isReplaced = kind === 'REPLACE' && last.current.pathname === shownLocation.pathname
    const isSamePage = kind !== 'POP' && (isReplaced || shownLocation.state?.keepsPlace)
    last.current = shownLocation
    if (isSamePage) return
    const keptPosition = kind === 'POP' ? readFromTab(`scroll:${shownLocation.key}`) : 0
    const target = shownLocation.hash ? document.getElementById(shownLocation.hash.slice(1)) : null
    if (target) target.scrollIntoView()
    else window.scrollTo(0, typeof keptPosition === 'number' ? keptPosition : 0)
    if (kind !== 'POP') document.getElementById('main')?.focus({ preventScroll: true })
  }, [shownLocation, kind])
}
