import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from 'react-redux'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import type { VisitorStore } from '#web/shop/visitor/visitor.ts'
import type { CartKeeper } from './keep-cart.ts'

/** Loaded on demand: most who see a cart have no account. */
const OtherCart = lazy(async () => ({
  default: (await import('./OtherCart.tsx').catch(() => null))?.OtherCart ?? Nothing,
}))

const Nothing = (_: { keeper: CartKeeper }) => null

/** The keeper of the cart on this page, which its parts share. */
let ofPage: Promise<CartKeeper | undefined> | undefined

/** Begins to keep the cart once somebody is signed in with an account. An old page whose code is gone leaves it to the next. */
function useKeeper() {
  const store = useStore() as unknown as VisitorStore
  const hasAccount = useAppSelector(({ session }) => session.user !== null && !session.user.isGuest)
  const [keeper, setKeeper] = useState<CartKeeper>()
  useEffect(() => {
    if (!hasAccount) return
    ofPage ??= import('./keep-cart.ts').then(
      ({ keepCart }) => keepCart(store),
      () => undefined,
    )
    void ofPage.then(setKeeper)
  }, [hasAccount, store])
  return keeper
}

/** Keeps the cart of who is signed in for their other devices, on all pages from the cart to the payment. */
export function KeepCart() {
  useKeeper()
  return null
}

/** Above the items of the cart: what the carts of the user's other devices have. */
export function OtherCarts() {
  const keeper = useKeeper()
  return (
    keeper && (
      <Suspense fallback={null}>
        <OtherCart keeper={keeper} />
      </Suspense>
    )
  )
}
