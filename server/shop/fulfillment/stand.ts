// What the seller can hand over at a stand, and what a buyer pays for it there.
import { and, sql } from 'drizzle-orm'
import type { Stand, StandProduct } from '#contract/admin/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { family, familyOf, wholeStock } from '#server/shop/catalog/families.ts'
import { inLists } from '#server/shop/catalog/for-sale.ts'
import { firstPhoto, type Photo, toImage } from '#server/shop/catalog/photos.ts'
import { newestFirst } from '#server/shop/catalog/sort-orders.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems, orders } from '#server/shop/schema/orders.ts'
import { shopSettings } from '#server/shop/settings/settings.ts'
import { HAND_OVER, ratesBy } from '#server/shop/shipping/rates.ts'
import { NO_PLACE } from './manual-orders.ts'

/** The most products of a stand. Others are found by the search of products. */
const MOST_PRODUCTS = 200

/** The products for sale that are in stock, those first that sold most units in the last 90 days, then the newest. */
export async function standNow(db: Db, most = MOST_PRODUCTS): Promise<Stand> {
  const [settings, rows] = await Promise.all([shopSettings(db), standRows(db, most + 1)])
  const { tax } = await ratesBy(db, settings, HAND_OVER, NO_PLACE, settings.standTaxIncluded)
  return {
    products: rows.slice(0, most).map(toStandProduct),
    hasMore: rows.length > most,
    tax: tax.rate,
    isTaxIncluded: settings.standTaxIncluded,
    hasPickup: Boolean(settings.shipping?.pickup),
  }
}

function standRows(db: Db, limit: number) {
  const sold = sql`(
    select coalesce(bought.parent_id, bought.id) as product_id, sum(item.qty) as units
    from (select id from ${orders} where ${orders.paidAt} > now() - interval '90 days' and ${orders.deletedAt} is null offset 0) recent
      join ${orderItems} item on item.order_id = recent.id
      join ${products} bought on bought.id = item.product_id
    group by 1) sold`
  return db
    .select({
      ...{ _id: products.id, name: products.name, price: products.priceCents, qty: products.qty },
      ...{ family, photo: firstPhoto(products.id) },
    })
    .from(products)
    .leftJoin(sold, sql`sold.product_id = ${products.id}`)
    .where(and(inLists, sql`${wholeStock} > 0`))
    .orderBy(sql`sold.units desc nulls last, ${newestFirst}`)
    .limit(limit)
}

type StandRow = Awaited<ReturnType<typeof standRows>>[number]

const toStandProduct = ({ photo, family: familyRow, ...product }: StandRow): StandProduct => ({
  ...product,
  images: photo ? [toImage(photo as Photo)] : [],
  ...(familyRow && familyOf(familyRow)),
})
