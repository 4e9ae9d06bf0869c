import { use } from 'react'
import type { Order } from '#contract/orders.ts'
import { CheckoutPartsContext } from '#web/shop/slots/checkout-parts.ts'
import { Parts } from '#web/ui/Parts.tsx'

/** What features show above a page of the checkout, from the cart to the payment of an order. */
export const CheckoutBars = ({ order }: { order?: Order }) => (
  <Parts of={use(CheckoutPartsContext).above} props={{ order }} />
)
