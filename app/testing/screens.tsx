import { act, cleanup, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { ORDER_DESK } from '#app/web/pages/order-desk.ts'
import { RouterNavigation } from '#app/web/router.tsx'
import { SITE_MENUS } from '#app/web/site-menus.ts'
import { CHECKOUT_PARTS } from '#app/web/slots/checkout-parts.ts'
import { ORDER_PARTS } from '#app/web/slots/order-parts.ts'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { UserInfo } from '#contract/users.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { callApi } from '#web/lib/call-api.ts'
import { ShopProvider } from '#web/shop/settings/ShopProvider.tsx'
import { shopApi } from '#web/shop/settings/shopApi.ts'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { OrderDeskContext } from '#web/shop/slots/order-desk.ts'
import { OrderPartsContext } from '#web/shop/slots/order-parts.ts'
import { SiteMenusContext } from '#web/shop/slots/site-menus.ts'
import type { Cart } from '#web/shop/visitor/cart.ts'
import { EMPTY_CART } from '#web/shop/visitor/cartSlice.ts'
import { makeStore } from '#web/shop/visitor/store.ts'
import { storageRestored } from '#web/shop/visitor/stored-state.ts'
import { SHOP } from '#web/testing/factories.ts'

// Without the whole document, which is longer than a terminal.
configure({ getElementError: (message) => new Error(message ?? ''), asyncUtilTimeout: PATIENCE_MS })

type Options = {
  /** The pattern of its address, such as `/order/:id`, and the address. */
  path: string
  at?: string
  /** The state of the navigation that led here. */
  state?: unknown
  user?: UserInfo | null
  cart?: Partial<Cart>
  /** The shop's public information. */
  shop?: ShopInfo
}

/**
 * A screen in a tab of its own, with the store and the calls of the browser. `place` is where the tab is now, `go` leads
 * to another page, of which each is empty, and `leave` closes the tab.
 */
export function openScreen(
  screen: ReactNode,
  { path, at = path, state, user = null, cart = {}, shop = SHOP }: Options,
) {
  const store = makeStore(callApi)
  store.dispatch(storageRestored({ ...EMPTY_CART, ...cart, userInfo: user, cartOwner: user?._id ?? null }))
  store.dispatch(shopApi.util.upsertQueryEntries([{ endpointName: 'shop', arg: undefined, value: shop }]))
  let location: ReturnType<typeof useLocation>
  let navigate: ReturnType<typeof useNavigate>
  const Place = () => {
    location = useLocation()
    navigate = useNavigate()
    return null
  }
  const [pathname, search] = at.split('?')
  const rendering = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[{ pathname, search: search && `?${search}`, state }]}>
        <Place />
        <ShopProvider>
          <RouterNavigation>
            <Routes>
              <Route path={path} element={<InSlots>{screen}</InSlots>} />
              <Route path="*" element={null} />
            </Routes>
          </RouterNavigation>
        </ShopProvider>
      </MemoryRouter>
    </Provider>,
  )
  onTestFinished(cleanup)
  const place = () => ({ path: location.pathname + location.search, state: location.state as unknown })
  const go = (path: string) => act(() => void navigate(path))
  return { store, place, go, leave: rendering.unmount }
}

/** Of what is above and below the screens, only what belongs to a notice. */
const CHECKOUT_NOTICES = { above: [], order: [], cart: [], leftCart: CHECKOUT_PARTS.leftCart, options: [] }

/** With what the site adds to the shop's pages. */
const InSlots = ({ children }: { children: ReactNode }) => (
  <SiteMenusContext value={SITE_MENUS}>
    <OrderDeskContext value={ORDER_DESK}>
      <CheckoutPartsContext value={CHECKOUT_NOTICES}>
        <OrderPartsContext value={ORDER_PARTS}>{children}</OrderPartsContext>
      </CheckoutPartsContext>
    </OrderDeskContext>
  </SiteMenusContext>
)

/** Time that the test moves on: `pass` lets so many milliseconds go by, with everything that happens in them. */
export function controlTime() {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}
