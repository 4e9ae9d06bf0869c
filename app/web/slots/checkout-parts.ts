import { lazy } from 'react'
import { OnePieceNotice } from '#features/drops/shop/OnePieceNotice.tsx'
import { TurnBar } from '#features/drops/shop/TurnBar.tsx'
import { LettersBox } from '#features/letters/shop/LettersBox.tsx'
import { LeftCartRequest } from '#features/requests/shop/LeftCartRequest.tsx'
import { KeepCart, OtherCarts } from '#features/saved-carts/shop/KeepCart.tsx'
import { KeepWishes } from '#features/wishes/shop/KeepWishes.tsx'
import type { CheckoutParts } from '#web/shop/slots/checkout-parts.ts'

// An old page that fails to load a part still shows the order.
const Nothing = () => null
const OrderReturns = lazy(() => import('#features/returns/shop/OrderReturns.tsx').catch(() => ({ default: Nothing })))

/** What the features add to the pages from the cart to the order. */
export const CHECKOUT_PARTS: CheckoutParts = {
  above: [TurnBar, KeepCart, KeepWishes],
  order: [OrderReturns],
  cart: [OtherCarts, OnePieceNotice],
  leftCart: [LeftCartRequest],
  options: [LettersBox],
}
