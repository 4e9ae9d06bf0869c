import { matchRoutes, type RouteObject } from 'react-router'
import { RequireUser } from './features/accounts/RequireUser.tsx'
import { loadScreen, Screen } from './screens.tsx'

type Handle = { screen: string }

const open = (path: string, screen: string): RouteObject => ({
  path,
  element: <Screen name={screen} />,
  handle: { screen } satisfies Handle,
})
const forBuyers = (path: string, screen: string, isForGuests = true): RouteObject => {
  const route = open(path, screen)
  return { ...route, element: <RequireUser isForGuests={isForGuests}>{route.element}</RequireUser> }
}

/** The pages of the application: everything but the catalog, whose pages are in catalog-pages.tsx. */
export const routes: RouteObject[] = [
  open('/cart', 'cart/CartPage'),
  open('/cart/:id', 'cart/CartPage'),
  open('/login', 'accounts/LoginPage'),
  open('/register', 'accounts/RegisterPage'),
  open('/forgot-password', 'accounts/ForgotPasswordPage'),
  open('/reset-password/:token', 'accounts/ResetPasswordPage'),
  forBuyers('/profile', 'accounts/ProfilePage', false),
  forBuyers('/shipping', 'checkout/ShippingPage'),
  forBuyers('/payment', 'checkout/PaymentPage'),
  forBuyers('/placeorder', 'checkout/PlaceOrderPage'),
  open('/your-data', 'personal-data/YourDataPage'),
  open('/orders/find', 'orders/FindOrdersPage'),
  // Opens by itself to signed-in users and to the link of an email.
  open('/order/:id', 'orders/OrderPage'),
  open('/delays/wait', 'orders/WaitPage'),
  open('/delays/refund', 'orders/MoneyBackPage'),
  open('/requests/back/:id', 'requests/RequestPage'),
  open('/requests/sister/:id', 'requests/RequestPage'),
  open('/requests/confirm', 'requests/ConfirmRequestPage'),
  open('/requests/end', 'requests/EndRequestsPage'),
  open('/admin/first', 'accounts/FirstAdminPage'),
  open('/admin/*', 'admin/AdminPage'),
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
