import { use } from 'react'
import { CheckoutPartsContext, type OptionProps } from '#web/shop/slots/checkout-parts.ts'
import { Parts } from '#web/ui/Parts.tsx'

/** What features offer to somebody who is about to place an order. */
export const CheckoutOptions = (props: OptionProps) => <Parts of={use(CheckoutPartsContext).options} props={props} />
