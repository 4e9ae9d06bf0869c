import { toCents, toDollars } from '#contract/money.ts'
import type { UserInfo } from '#contract/users.ts'
import { sessionRestored, signedOut } from './features/accounts/sessionSlice.ts'
import { type CartItem, cartRestored } from './features/cart/cartSlice.ts'
import type { RootState, Store } from './store.ts'

type Keys = 'userInfo' | 'cartItems' | 'shippingAddress' | 'paymentMethod'

/**
 * Restores who is signed in and what is in the cart, and from then on keeps the browser's storage in step with the
 * store (the keys are the specification's; amounts are dollars there). Signing out in one tab does so in all. Call the answer to stop.
 */
export function keepInStorage(store: Store) {
  restore(store)
  let last = store.getState()
  const unsubscribe = store.subscribe(() => {
    const state = store.getState()
    if (state.session !== last.session || state.cart !== last.cart) save(state)
    last = state
  })
  const follow = ({ key }: StorageEvent) => {
    if (key === null || isKey(key)) restore(store)
    if (key === 'userInfo' && !read('userInfo')) store.dispatch(signedOut())
  }
  window.addEventListener('storage', follow)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', follow)
  }
}

function restore({ dispatch }: Store) {
  const items = (read('cartItems') ?? []) as CartItem[]
  dispatch(
    cartRestored({
      cartItems: items.map((item) => ({ ...item, price: toCents(item.price) })),
      shippingAddress: read('shippingAddress') ?? {},
      paymentMethod: read('paymentMethod') ?? '',
    }),
  )
  dispatch(sessionRestored(read('userInfo') as UserInfo | null))
}

function save({ session, cart }: RootState) {
  write('userInfo', session.user)
  write(
    'cartItems',
    cart.cartItems.map((item) => ({ ...item, price: toDollars(item.price) })),
  )
  write('shippingAddress', cart.shippingAddress)
  write('paymentMethod', cart.paymentMethod)
}

const isKey = (key: string): key is Keys => ['userInfo', 'cartItems', 'shippingAddress', 'paymentMethod'].includes(key)

/** What another program left under our key, or a full disk, must not break the shop: unreadable means absent. */
function read(key: Keys) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: Keys, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage is off or full: the cart lives as long as the page.
  }
}
