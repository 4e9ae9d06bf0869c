import type { ComponentType } from 'react'
import { BeingPaidRequest, SoldOutRequest } from '#features/requests/shop/RequestLinks.tsx'
import { type BuyBoxParts, BuyBoxPartsContext } from '#web/shop/slots/product-parts.ts'
import { nameExpressCode } from './express.ts'

/** What the features add to the buy box of a product. */
export const BUY_BOX_PARTS: BuyBoxParts = { SoldOut: SoldOutRequest, BeingPaid: BeingPaidRequest }

/** The island of a buy box, with what features add to it. The place of its wallets knows their code. */
export function withParts<Props extends object>(BuyBox: ComponentType<Props>): ComponentType<Props> {
  nameExpressCode()
  return (props) => (
    <BuyBoxPartsContext value={BUY_BOX_PARTS}>
      <BuyBox {...props} />
    </BuyBoxPartsContext>
  )
}
