import { InDrop } from '#features/drops/shop/InDrop.tsx'
import { PastReviews } from '#features/history/shop/PastReviews.tsx'
import { ExemptNotice } from '#features/returns/shop/ExemptNotice.tsx'
import { BuyerReviews } from '#features/reviews/shop/BuyerReviews.tsx'
import { CardHeart, NameHeart } from '#features/wishes/shop/Heart.tsx'
import type { ProductParts } from '#web/shop/slots/product-parts.ts'

/** What the features add to the page of a product and to its card. */
export const PRODUCT_PARTS: ProductParts = {
  besideName: [NameHeart],
  aboveBuyBox: [InDrop],
  belowBuyBox: [ExemptNotice],
  below: [BuyerReviews, PastReviews],
  onCard: [CardHeart],
}
