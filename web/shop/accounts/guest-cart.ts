// The cart of a guest stays in this browser for whoever signs in next, as that of a visitor does.
import type { RootState } from '#web/shop/visitor/store.ts'
import { storageRestored } from '#web/shop/visitor/stored-state.ts'

const KEY = 'guest'

/** Remembers which owner of a cart was a guest, for when their session has ended. */
export function rememberGuest(id: string) {
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // The storage is blocked or full, so the cart of an ended session is dropped, as another user's.
  }
}

/** Makes a guest's cart a visitor's before somebody else signs in. */
export function releaseGuestCart(nextUser: string, { cart }: RootState, dispatch: (action: unknown) => unknown) {
  const isGuests = cart.cartOwner !== null && cart.cartOwner === rememberedGuest()
  if (isGuests && cart.cartOwner !== nextUser) dispatch(storageRestored({ ...cart, cartOwner: null, userInfo: null }))
}

function rememberedGuest() {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
