import * as orders from '#web/shop/orders/OrderPage.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { OrderDeskContext } from '#web/shop/slots/order-desk.ts'
import { CHECKOUT_PARTS } from '../slots/checkout-parts.ts'
import { ORDER_DESK } from './order-desk.ts'

export default function OrderPage() {
  return (
    <CheckoutPartsContext value={CHECKOUT_PARTS}>
      <OrderDeskContext value={ORDER_DESK}>
        <orders.OrderPage />
      </OrderDeskContext>
    </CheckoutPartsContext>
  )
}
