import * as checkout from '#web/shop/checkout/PaymentPage.tsx'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { CHECKOUT_PARTS } from '../slots/checkout-parts.ts'

export default function PaymentPage() {
  return (
    <CheckoutPartsContext value={CHECKOUT_PARTS}>
      <checkout.PaymentPage />
    </CheckoutPartsContext>
  )
}
