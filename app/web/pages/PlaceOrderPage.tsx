import * as checkout from '#web/shop/checkout/PlaceOrderPage.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { OrderPartsContext } from '#web/shop/slots/order-parts.ts'
import { CHECKOUT_PARTS } from '../slots/checkout-parts.ts'
import { ORDER_PARTS } from '../slots/order-parts.ts'

export default function PlaceOrderPage() {
  return (
    <CheckoutPartsContext value={CHECKOUT_PARTS}>
      <OrderPartsContext value={ORDER_PARTS}>
        <checkout.PlaceOrderPage />
      </OrderPartsContext>
    </CheckoutPartsContext>
  )
}
