import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { matchRoutes, type Params, type Path, type RouteObject } from 'react-router'
import type { CallApi } from './api.ts'
import { RequireUser } from './features/accounts/RequireUser.tsx'
import { catalogApi } from './features/catalog/catalogApi.ts'
import { listQuery } from './features/catalog/listings.ts'
import { shopApi } from './features/shop/shopApi.ts'
import { loadScreen, Screen, sourceOf } from './screens.tsx'
import type { RootState, Store } from './store.ts'

type Query = ThunkAction<PromiseLike<{ error?: unknown }>, RootState, { call: CallApi }, UnknownAction>
type Load = (params: Params, search: string) => Query[]
type Handle = { screen: string; load: Load }

const { products, featured, newest, shelves, product, related, categories } = catalogApi.endpoints
const once = { subscribe: false }
const shop = () => shopApi.endpoints.shop.initiate(undefined, once)

const home: Load = () => [
  featured.initiate(undefined, once),
  newest.initiate(undefined, once),
  shelves.initiate(undefined, once),
]
const list: Load = (params, search) => [
  products.initiate(listQuery(params, search), once),
  categories.initiate(undefined, once),
]
const one: Load = ({ id = '' }) => [product.initiate(id, once), related.initiate(id, once)]

const nothing: Load = () => []

const open = (path: string, screen: string, load: Load = nothing): RouteObject => ({
  path,
  element: <Screen name={screen} />,
  handle: { screen, load } satisfies Handle,
})
const forUsers = (path: string, screen: string): RouteObject => {
  const route = open(path, screen)
  return { ...route, element: <RequireUser>{route.element}</RequireUser> }
}

/** Every URL of the shop, its screen, and the data to load along with the screen's code. */
export const routes: RouteObject[] = [
  open('/', 'catalog/HomePage', home),
  open('/shop', 'catalog/ShopPage', list),
  open('/shop/page/:pageNumber', 'catalog/ShopPage', list),
  open('/search/:keyword', 'catalog/ShopPage', list),
  open('/search/:keyword/page/:pageNumber', 'catalog/ShopPage', list),
  open('/category/:category', 'catalog/ShopPage', list),
  open('/category/:category/page/:pageNumber', 'catalog/ShopPage', list),
  open('/products/:id', 'catalog/ProductPage', one),
  open('/cart', 'cart/CartPage'),
  open('/cart/:id', 'cart/CartPage'),
  open('/contact', 'layout/ContactPage'),
  open('/login', 'accounts/LoginPage'),
  open('/register', 'accounts/RegisterPage'),
  open('/forgot-password', 'accounts/ForgotPasswordPage'),
  open('/reset-password/:token', 'accounts/ResetPasswordPage'),
  forUsers('/profile', 'accounts/ProfilePage'),
  forUsers('/shipping', 'checkout/ShippingPage'),
  forUsers('/payment', 'checkout/PaymentPage'),
  forUsers('/placeorder', 'checkout/PlaceOrderPage'),
  forUsers('/order/:id', 'orders/OrderPage'),
  open('/admin/*', 'admin/AdminPage'),
  open('*', 'layout/NotFoundPage'),
]

export const NOT_FOUND = '*'

/** Loads the code of the page at this path. */
export const loadCode = (pathname: string) => loadScreen(pageAt(pathname).handle.screen)

type Address = Pick<Path, 'pathname' | 'search'>

/** Loads the data of the page at this URL and returns its HTTP status: 404 when it does not exist. */
export async function loadData(store: Store, { pathname, search }: Address): Promise<number> {
  const { path, params, handle } = pageAt(pathname)
  const answers = await Promise.all(
    [shop(), ...handle.load(params, search)].map((query: Query) => store.dispatch(query)),
  )
  const failures = answers.flatMap(({ error }) => (error ? [error as { status?: number }] : []))
  return path === NOT_FOUND ? 404 : statusOf(failures)
}

/** Loads code and data of a page in parallel for rendering. `sources` are the source files of the page. */
export async function prepare(store: Store, address: Address): Promise<{ status: number; sources: string[] }> {
  const [status] = await Promise.all([loadData(store, address), loadCode(address.pathname)])
  return { status, sources: [sourceOf(pageAt(address.pathname).handle.screen)] }
}

/** The route of a path. */
export function pageAt(pathname: string) {
  const match = matchRoutes(routes, pathname)?.at(-1)
  if (!match) throw new Error(`No route for ${pathname}`)
  return { path: match.route.path, params: match.params, handle: match.route.handle as Handle }
}

/** The pattern of a path whose page is the same for all parameters, because it loads no data; else undefined. */
export function sharedPattern(pathname: string) {
  const { path, handle } = pageAt(pathname)
  return handle.load === nothing ? path : undefined
}

function statusOf(failures: { status?: number }[]) {
  const [first] = failures
  if (!first) return 200
  if (first.status === 400 || first.status === 404) return 404
  // The shop is busy, or without its database: who asks again later is served.
  return first.status === 503 ? 503 : 500
}
