// What buyers, parcels and search engines miss in the products that are for sale.
import { sql } from 'drizzle-orm'
import type { SetupCheck } from '#contract/admin/setup-checks.ts'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { isUnweighed } from '#server/shop/catalog/admin-products.ts'
import { forSale, hasOwnStock, inLists } from '#server/shop/catalog/for-sale.ts'
import { good, todo } from '#server/shop/desk/check.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { PRODUCTS_HEALTH } from './texts.ts'

/** Whether the products for sale are complete: all that is missing, and what to do about the first of it. */
export async function productChecks(db: Db): Promise<SetupCheck> {
  const { shipping } = await shopSettings(db)
  const shipsByWeight = shipping?.zones.some(({ methods }) => methods.some(({ by }) => by === 'grams')) ?? false
  const amount = (which: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${which})::int`
  const hasPhoto = (which = sql`true`) =>
    sql`exists (select from ${images} where ${images.productId} = ${products.id} and ${which})`
  const missing = onlyRow(
    await db
      .select({
        price: amount(sql`${forSale} and ${hasOwnStock} and ${products.priceCents} = 0`),
        photo: amount(sql`${inLists} and not ${hasPhoto()}`),
        weight: amount(sql`${inLists} and ${isUnweighed}`),
        alt: amount(sql`${inLists} and ${hasPhoto(sql`${images.alt} = ''`)}`),
      })
      .from(products)
      .where(forSale),
  )
  const kinds = (['price', 'photo', 'weight', 'alt'] as const).filter(
    (kind) => missing[kind] > 0 && (kind !== 'weight' || shipsByWeight),
  )
  const [first] = kinds
  if (!first) return good('pieces', PRODUCTS_HEALTH.complete)
  const finding = kinds.map((kind) => PRODUCTS_HEALTH.missing[kind](missing[kind])).join(' ')
  return todo('pieces', finding, PRODUCTS_HEALTH.advice[first])
}
