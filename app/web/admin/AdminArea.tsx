import { createElement, lazy, Suspense, use, useEffect } from 'react'
import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router'
import { SellerFrame } from '#web/admin/frame/SellerFrame.tsx'
import { useIsOwner } from '#web/admin/lib/use-is-owner.ts'
import { AdminSlotsContext } from '#web/admin/slots/admin-slots.ts'
import { NotFound } from '#web/shop/layout/NotFound.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { ADMIN } from '#web/texts/admin.ts'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ADMIN_SCREENS } from './features.ts'
import { useAdminSlots } from './slots.ts'

/** The frame of the admin area with the screen of the current URL. */
export default function AdminArea() {
  useNamedPart()
  return (
    <AdminSlotsContext value={useAdminSlots()}>
      <SellerFrame>
        <div className="max-w-[88rem] px-4 pt-5 pb-12 sm:px-6 lg:px-10 lg:pt-8">
          <SimulatedPayments />
          <Screen />
        </div>
      </SellerFrame>
    </AdminSlotsContext>
  )
}

/** Shows the part of the screen that the address names after its #, as soon as the screen has loaded. */
function useNamedPart() {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (!hash) return
    const show = () => {
      const heading = document.getElementById(hash.slice(1))
      if (!heading) return
      heading.tabIndex = -1
      heading.focus()
      heading.scrollIntoView()
      loading.disconnect()
    }
    const loading = new MutationObserver(show)
    loading.observe(document.body, { childList: true, subtree: true })
    if (key) show()
    return () => loading.disconnect()
  }, [hash, key])
}

/** The notice on every admin screen until the shop takes real payments. */
function SimulatedPayments() {
  const isOwner = useIsOwner()
  if (useShop().payments === 'live') return null
  return (
    <p className="not-on-paper mb-3 flex min-h-11 flex-wrap items-center gap-x-1 rounded-md bg-sand px-4 text-sm">
      {ADMIN.testMode}
      {isOwner && (
        <Link to="/admin/shop-check" className="inline-flex min-h-11 items-center font-medium">
          {ADMIN.connectPayments}
        </Link>
      )}
    </p>
  )
}

/** The first screen of the menu is that of /admin itself. */
const FirstScreen = () => <Navigate to={use(AdminSlotsContext).links[0]?.to ?? '/'} replace />

const routesTo = (screens: typeof ADMIN_SCREENS): RouteObject[] => [
  { index: true, element: <FirstScreen /> },
  ...screens.map(({ path, load }) => ({ path, element: createElement(lazy(load)) })),
  { path: '*', element: <NotFound /> },
]

/** Every path below /admin and its screen, for admins and for packers. */
const ROUTES = routesTo(ADMIN_SCREENS)
const PACKER_ROUTES = routesTo(ADMIN_SCREENS.filter(({ isForPackers }) => isForPackers))

function Screen() {
  const screen = useRoutes(useIsOwner() ? ROUTES : PACKER_ROUTES)
  return <Suspense fallback={<Skeleton className="h-dvh" />}>{screen}</Suspense>
}
