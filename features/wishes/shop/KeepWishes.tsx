import { useEffect } from 'react'
import { useAppSelector } from '#web/shop/visitor/store.ts'

/**
 * Takes the wish list along at a sign-in, and clears it at a sign-out, on pages of the application. Its code loads
 * where the browser has a list.
 */
export function KeepWishes() {
  // Null without anybody; undefined until that is known.
  const userId = useAppSelector(({ session, cart }) =>
    session.restored ? (session.user?._id ?? cart.cartOwner) : undefined,
  )
  useEffect(() => {
    if (userId !== undefined && hasWishes())
      void import('./wish-list.ts').then(({ pageWishList }) => pageWishList().start(), ignore)
  }, [userId])
  return null
}

/** An old page whose code is gone leaves it to the next page. */
const ignore = () => undefined

function hasWishes() {
  try {
    return localStorage.getItem('wishes') !== null
  } catch {
    return false
  }
}
