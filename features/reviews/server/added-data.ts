// What pages show of reviews, and what changes it.
import { z } from 'zod'
import type { FeatureReads } from '#server/shop/added-data.ts'
import { productTag, SITEMAP } from '#server/shop/public-tags.ts'
import type { ShopReviewPage } from '../shown-reviews.ts'
import { shopReviews } from './shown-reviews.ts'

declare module '#contract/rendering.ts' {
  interface AddedData {
    /** A page of the reviews of all pieces, by its number. */
    shopReviews: ShopReviewPage
  }
}

const SHOP_REVIEWS = 'shop-reviews'

export const reviewReads: FeatureReads = {
  shopReviews: {
    async read(db, pageNumber) {
      const { page, productIds } = await shopReviews(db, pageNumber)
      return { value: page, tags: [SHOP_REVIEWS, ...productIds.map(productTag)] }
    },
  },
}

const Notice = z.object({ buyerReviewed: z.string() })

/** The tags of what shows the reviews of a product; undefined for other notices. */
export function tagsOfReviewNotice(json: unknown): string[] | undefined {
  const { data: notice } = Notice.safeParse(json)
  return notice && [productTag(notice.buyerReviewed), SHOP_REVIEWS, SITEMAP]
}
