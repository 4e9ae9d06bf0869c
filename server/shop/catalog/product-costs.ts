// What products cost the seller. Nothing that visitors get reads these rows.
import { eq, sql } from 'drizzle-orm'
import type { ProductCosts } from '#contract/admin/costs.ts'
import type { Db } from '#server/platform/db/client.ts'
import { productCosts, products } from '#server/shop/schema/catalog.ts'

const { productId, materialCents, packagingCents, postageCents, minutes } = productCosts

/** Column of `products`: what a piece costs, in cents; null while nobody has entered it. */
export const costsColumn = sql<ProductCosts | null>`(
  select json_build_object('material', ${materialCents}, 'packaging', ${packagingCents}, 'postage', ${postageCents},
    'minutes', ${minutes})
  from ${productCosts} where ${productId} = ${products.id})`

/** Sets what a piece costs, or removes it. Orders that are paid keep theirs. */
export async function setCosts(tx: Db, id: string, costs: ProductCosts | null) {
  if (!costs) return tx.delete(productCosts).where(eq(productId, id))
  const values = {
    materialCents: costs.material,
    packagingCents: costs.packaging,
    postageCents: costs.postage,
    minutes: costs.minutes,
  }
  return tx
    .insert(productCosts)
    .values({ productId: id, ...values })
    .onConflictDoUpdate({ target: productId, set: values })
}
