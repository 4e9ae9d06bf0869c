import { matchRoutes, type RouteObject } from 'react-router'
import { RequireUser } from '#web/shop/accounts/RequireUser.tsx'
import { loadScreen, Screen } from './screens.tsx'
import { FEATURE_PAGES } from './shop-features.ts'

type Handle = { screen: string }

const open = (path: string, screen: string): RouteObject => ({
  path,
  element: <Screen name={screen} />,
  handle: { screen } satisfies Handle,
})
const buyerRoute = (path: string, screen: string, isForGuests = true): RouteObject => {
  const route = open(path, screen)
  return { ...route, element: <RequireUser isForGuests={isForGuests}>{route.element}</RequireUser> }
}

/** The pages of the application: everything but the catalog, whose pages are in catalog-pages.tsx. */
export const routes: RouteObject[] = [
  open('/cart', 'app/web/pages/CartPage'),
  open('/cart/:id', 'app/web/pages/CartPage'),
  open('/login', 'app/web/pages/LoginPage'),
  open('/register', 'web/shop/accounts/RegisterPage'),
  open('/forgot-password', 'web/shop/accounts/ForgotPasswordPage'),
  open('/reset-password/:token', 'web/shop/accounts/ResetPasswordPage'),
  buyerRoute('/profile', 'app/web/pages/ProfilePage', false),
  buyerRoute('/shipping', 'app/web/pages/ShippingPage'),
  buyerRoute('/payment', 'app/web/pages/PaymentPage'),
  buyerRoute('/placeorder', 'app/web/pages/PlaceOrderPage'),
  open('/orders/find', 'web/shop/orders/FindOrdersPage'),
  // Opens by itself to signed-in users and to the link of an email.
  open('/order/:id', 'app/web/pages/OrderPage'),
  open('/delays/wait', 'web/shop/orders/WaitPage'),
  open('/delays/refund', 'web/shop/orders/MoneyBackPage'),
  open('/admin/first', 'web/shop/accounts/FirstAdminPage'),
  open('/admin/*', 'app/web/admin/AdminPage'),
  ...FEATURE_PAGES.map(({ path, screen }) => open(path, screen)),
]

type AppRoute = { path: string; screen: string }

/** The route of a page of the application; undefined for every other path. */
export function appRouteAt(pathname: string): AppRoute | undefined {
  // Most paths are of the catalog, and to match them against the routes takes longer than this.
  if (!FIRST_SEGMENTS.has(pathname.split('/')[1]?.toLowerCase() ?? '')) return undefined
  const match = matchRoutes(routes, pathname)?.at(-1)
  if (!match) return undefined
  return { path: match.route.path ?? '', screen: (match.route.handle as Handle).screen }
}

const FIRST_SEGMENTS = new Set(routes.map(({ path }) => path?.split('/')[1]))

/** Loads the code of the page at this path, if it is one of the application. */
export async function loadCode(pathname: string) {
  const route = appRouteAt(pathname)
  if (route) await loadScreen(route.screen)
}
