import { inArray } from 'drizzle-orm'
import type { ProductCosts } from '#contract/admin/costs.ts'
import type { Db } from '#server/platform/db/client.ts'
import { productCosts, products } from '#server/shop/schema/catalog.ts'

/** What a piece of each demo category costs to make and send, in cents. */
const COSTS: Record<string, ProductCosts> = {
  'zi-collection': { material: 310, packaging: 60, postage: 190, minutes: 25 },
  cups: { material: 480, packaging: 95, postage: 260, minutes: 30 },
  pens: { material: 520, packaging: 70, postage: 180, minutes: 35 },
  'wine stoppers': { material: 330, packaging: 55, postage: 180, minutes: 20 },
  keychains: { material: 160, packaging: 30, postage: 120, minutes: 12 },
  'cup charms': { material: 80, packaging: 25, postage: 110, minutes: 8 },
  accessories: { material: 70, packaging: 25, postage: 100, minutes: 7 },
}

/** Inserts what the products of the demo cost. */
export async function insertDemoCosts(tx: Db) {
  const rows = await tx
    .select({ productId: products.id, category: products.category, parentId: products.parentId })
    .from(products)
    .where(inArray(products.category, Object.keys(COSTS)))
  const values = rows.flatMap(({ productId, category, parentId }) => {
    const costs = COSTS[category]
    if (!costs || parentId) return []
    const { material: materialCents, packaging: packagingCents, postage: postageCents, minutes } = costs
    return { productId, materialCents, packagingCents, postageCents, minutes }
  })
  await tx.insert(productCosts).values(values)
}
