import { z } from 'zod'
import { pastReviews } from '#features/history/schema.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'

const DAY = 86_400_000

/** Reviews that were left in another shop, in demo/reviews.json. `product` is a slug. */
export const DemoReviews = z.array(
  z.object({
    product: z.string(),
    reviewer: z.string(),
    rating: z.int().min(1).max(5),
    text: z.string(),
    daysAgo: z.int(),
  }),
)
type DemoReviews = z.infer<typeof DemoReviews>

/** Inserts the reviews of the demo, as if they had been brought along from Etsy; no import names them. */
export async function insertDemoReviews(tx: Db, reviews: DemoReviews, now: number) {
  const rows = await tx.select({ id: products.id, slug: products.slug }).from(products)
  const ids = new Map(rows.map(({ id, slug }) => [slug, id]))
  await tx.insert(pastReviews).values(
    reviews.map(({ product, daysAgo, ...review }, at) => ({
      ...{ ...review, source: 'etsy' as const, key: `demo ${at}`, sourceOrderId: '', productId: ids.get(product) },
      day: new Date(now - daysAgo * DAY).toISOString().slice(0, 10),
    })),
  )
}
