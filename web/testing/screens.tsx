import { act, cleanup, configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import type { ShopInfo } from '#contract/shop-info.ts'
import type { UserInfo } from '#contract/users.ts'
import { callApi } from '../call-api.ts'
import type { Cart } from '../features/cart/cart.ts'
import { EMPTY_CART } from '../features/cart/cartSlice.ts'
import { ShopProvider } from '../features/shop/ShopProvider.tsx'
import { shopApi } from '../features/shop/shopApi.ts'
import { RouterNavigation } from '../router.tsx'
import { makeStore } from '../store.ts'
import { storageRestored } from '../stored-state.ts'
import { SHOP } from './factories.ts'

// Without the whole document, which is longer than a terminal.
configure({ getElementError: (message) => new Error(message ?? ''), asyncUtilTimeout: 60_000 })

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
  const opened = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[{ pathname, search: search && `?${search}`, state }]}>
        <Place />
        <ShopProvider>
          <RouterNavigation>
            <Routes>
              <Route path={path} element={screen} />
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
  return { store, place, go, leave: opened.unmount }
}

/** Time that the test moves on: `pass` lets so many milliseconds go by, with everything that happens in them. */
export function controlTime() {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}
