// Links of past orders and reviews to the products of this shop. They are links and no more: nothing is counted by them.
import { inArray, sql } from 'drizzle-orm'
import type { PastSource } from '#contract/history.ts'
import { importRows, imports } from '#features/imports/schema.ts'
import type { OrderProducts } from '#features/imports/server/past-records.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { pastOrderItems, pastOrders, pastReviews } from '../schema.ts'

/**
 * Links items of past orders to the product that has their SKU, was imported under their title, or has their name, unless
 * several do; then reviews to their orders, and to the product of an order that has only one. What is linked already stays,
 * unless its product is deleted.
 */
export async function linkHistory(tx: Db): Promise<void> {
  await linkItems(tx)
  await tx.execute(sql`
    update ${pastReviews} r set past_order_id = o.id from ${pastOrders} o
    where r.past_order_id is null and r.source_order_id <> '' and o.source = r.source and o.source_id = r.source_order_id`)
  await tx.execute(sql`
    update ${pastReviews} r set product_id = whole.product_id
    from (
      select past_order_id, (array_agg(product_id))[1] as product_id from ${pastOrderItems}
      group by past_order_id having ${isOfOneProduct}
    ) as whole
    where whole.past_order_id = r.past_order_id
      and (r.product_id is null or (select deleted_at is not null from ${products} where id = r.product_id))
      and r.product_id is distinct from whole.product_id`)
}

/** SQL condition on the grouped items of an order: all of them are of one product. */
const isOfOneProduct = sql`count(distinct product_id) = 1 and count(product_id) = count(*)`

const linkItems = (tx: Db) =>
  tx.execute(sql`
    with open as (
      select i.past_order_id, i.line, o.source, lower(i.sku) as sku, lower(i.name) as name,
        lower(i.name || ' - ' || i.options) as long_name
      from ${pastOrderItems} i join ${pastOrders} o on o.id = i.past_order_id
      left join ${products} linked on linked.id = i.product_id
      where i.product_id is null or linked.deleted_at is not null
    ), found as (
      select open.past_order_id, open.line, 1 as way, p.id, p.parent_id, p.deleted_at
      from open join ${products} p on lower(p.sku) = open.sku and p.sku <> ''
      union all select open.past_order_id, open.line, 2, p.id, p.parent_id, p.deleted_at
      from open join ${importRows} r on r.key = open.name and r.state = 'created'
      join ${imports} m on m.id = r.import_id and m.format = open.source and m.kind = 'products'
      join ${products} p on p.id = r.product_id
      union all select open.past_order_id, open.line, 3, p.id, p.parent_id, p.deleted_at
      from open join ${products} p on lower(p.name) in (open.name, open.long_name) and p.parent_id is null
    ), single as (
      select past_order_id, line, way, (array_agg(coalesce(parent_id, id)))[1] as product_id
      from found where deleted_at is null
      group by past_order_id, line, way having count(distinct coalesce(parent_id, id)) = 1
    ), best as (
      select distinct on (past_order_id, line) past_order_id, line, product_id
      from single order by past_order_id, line, way
    )
    update ${pastOrderItems} i set product_id = best.product_id from best
    where i.past_order_id = best.past_order_id and i.line = best.line and i.product_id is distinct from best.product_id`)

/** The products of past orders, by the ids that the source gave these; orders that are not kept are not in the map. */
export async function productsOfOrders(db: Db, source: PastSource, ids: string[]): Promise<Map<string, OrderProducts>> {
  const rows = await db
    .select({
      sourceId: pastOrders.sourceId,
      linked: sql<number>`count(distinct ${pastOrderItems.productId})::int`,
      productId: sql<string | null>`case when ${isOfOneProduct} then (array_agg(product_id))[1] end`,
    })
    .from(pastOrders)
    .leftJoin(pastOrderItems, sql`${pastOrderItems.pastOrderId} = ${pastOrders.id}`)
    .where(sql`${pastOrders.source} = ${source} and ${inArray(pastOrders.sourceId, ids)}`)
    .groupBy(pastOrders.sourceId)
  return new Map(rows.map(({ sourceId, ...products }) => [sourceId, products]))
}
