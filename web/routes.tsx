import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { matchRoutes, type Params, type Path, type RouteObject } from 'react-router'
import type { PublicData } from '#server/pages/render.ts'
import type { CallApi } from './api.ts'
import { RequireUser } from './features/accounts/RequireUser.tsx'
import { catalogApi } from './features/catalog/catalogApi.ts'
import { listQuery } from './features/catalog/listings.ts'
import { shopApi } from './features/shop/shopApi.ts'
import { loadScreen, Screen } from './screens.tsx'
import type { RootState, Store } from './store.ts'

/** Data that a page shows: an endpoint and its argument. */
export type PageQuery = {
  [Name in keyof PublicData]: { endpointName: Name; arg: Parameters<PublicData[Name]>[0] }
}[keyof PublicData]
type Load = (params: Params, search: string) => PageQuery[]
type Handle = { screen: string; load: Load }

const SHOP: PageQuery = { endpointName: 'shop', arg: undefined }
const CATEGORIES: PageQuery = { endpointName: 'categories', arg: undefined }

const home: Load = () => [
  { endpointName: 'featured', arg: undefined },
  { endpointName: 'newest', arg: undefined },
  { endpointName: 'shelves', arg: undefined },
]
const list: Load = (params, search) => [{ endpointName: 'products', arg: listQuery(params, search) }, CATEGORIES]
const one: Load = ({ id = '' }) => [
  { endpointName: 'product', arg: id },
  { endpointName: 'related', arg: id },
]

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

/** The data that the page at this URL shows. */
export function queriesOf({ pathname, search }: Address): PageQuery[] {
  const { params, handle } = pageAt(pathname)
  return [SHOP, ...handle.load(params, search)]
}

type Loading = ThunkAction<PromiseLike<unknown>, RootState, { call: CallApi }, UnknownAction>
type Endpoint = { initiate(arg: never, options: { subscribe: boolean }): Loading }
const endpoints: Record<PageQuery['endpointName'], Endpoint> = {
  ...catalogApi.endpoints,
  shop: shopApi.endpoints.shop,
}

/** Loads a page's data by a call of the API, unless the store has it. */
export const loadQuery = (store: Store, { endpointName, arg }: PageQuery) =>
  store.dispatch(endpoints[endpointName].initiate(arg as never, { subscribe: false }))

/** Loads the data of the page at this URL. */
export const loadData = (store: Store, address: Address) =>
  Promise.all(queriesOf(address).map((query) => loadQuery(store, query)))

type Page = { path: string | undefined; params: Params; handle: Handle }
const pages = new Map<string, Page>()
const MAX_PAGES = 100

/** The route of a path. */
export function pageAt(pathname: string): Page {
  const known = pages.get(pathname)
  if (known) return known
  const match = matchRoutes(routes, pathname)?.at(-1)
  if (!match) throw new Error(`No route for ${pathname}`)
  const page = { path: match.route.path, params: match.params, handle: match.route.handle as Handle }
  if (pages.size >= MAX_PAGES) pages.clear()
  pages.set(pathname, page)
  return page
}

/** The pattern of a path whose page is the same for all parameters, because it loads no data; else undefined. */
export function sharedPattern(pathname: string) {
  const { path, handle } = pageAt(pathname)
  return handle.load === nothing ? path : undefined
}
