import * as cart from '#web/shop/cart/CartPage.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { CHECKOUT_PARTS } from '../slots/checkout-parts.ts'
import { nameExpressCode } from '../slots/express.ts'

nameExpressCode()

export default function CartPage() {
  return (
    <CheckoutPartsContext value={CHECKOUT_PARTS}>
      <cart.CartPage />
    </CheckoutPartsContext>
  )
}
