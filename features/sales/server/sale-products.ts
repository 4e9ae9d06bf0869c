// Which products a sale is for, and what they cost in it.
import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { summedUpOnce } from '#server/shop/catalog/choice-sums.ts'
import { notDeleted } from '#server/shop/catalog/for-sale.ts'
import { regularPrice } from '#server/shop/catalog/regular-prices.ts'
import { collectionProducts, products } from '#server/shop/schema/catalog.ts'
import type { SaleTargets } from '../contract.ts'
import { priceLog, saleProducts, sales, saleTargets } from '../schema.ts'

/** What a sale is for, null for all products, and the terms that make its prices. */
export type SaleTerms = { only: SaleTargets | null; percentBp: number | null; priceCents: number | null }

/** The days in which the lowest price counts, and for which a price should have been asked. */
const DAYS = sql`interval '30 days'`

/** SQL: what a sale names, for its row of `sales`; null for a sale for all products. */
export const targetsOfSale = sql<SaleTargets | null>`case when not ${sales.isForAll} then (
  select json_build_object(
    'categories', coalesce(json_agg(${saleTargets.category} order by ${saleTargets.category})
      filter (where ${saleTargets.category} is not null), '[]'),
    'collections', coalesce(json_agg(${saleTargets.collectionId} order by ${saleTargets.collectionId})
      filter (where ${saleTargets.collectionId} is not null), '[]'),
    'products', coalesce(json_agg(${saleTargets.productId} order by ${saleTargets.id})
      filter (where ${saleTargets.productId} is not null), '[]'))
  from ${saleTargets} where ${saleTargets.saleId} = ${sales.id}) end`

const anyId = (ids: string[]) => sql`any(${sql.param(ids)}::uuid[])`

/** SQL condition on `products`: the product, or that of the choice, is named by the sale. */
export function isNamed(only: SaleTargets | null): SQL {
  if (!only) return sql`true`
  const product = sql`coalesce(${products.parentId}, ${products.id})`
  return sql`(${products.category} = any(${sql.param(only.categories)}::text[])
    or ${product} = ${anyId(only.products)}
    or ${product} in (select ${collectionProducts.productId} from ${collectionProducts}
      where ${collectionProducts.collectionId} = ${anyId(only.collections)}))`
}

/** SQL condition on `products`: it is what a buyer buys, a product without choices or a choice. */
export const isBought = sql`${products.axes} is null and ${notDeleted}`

/** SQL condition on `products`: it is in that sale by now. */
export const isInSale = (saleId: string) => sql<boolean>`exists (
  select from ${saleProducts} where ${saleProducts.productId} = ${products.id} and ${saleProducts.saleId} = ${saleId})`

/** SQL: what the product of the row costs in a sale, in cents. */
export const salePrice = ({ percentBp, priceCents }: SaleTerms) =>
  sql<number>`price_in_sale(${regularPrice}, ${percentBp}::int, ${priceCents}::int)`

/** SQL: the lowest price in cents at which the product of the row was for sale in the 30 days before that moment. */
export const lowestPrice = (moment: SQLWrapper) => sql<number | null>`least(
  case when not ${products.draft} then ${regularPrice} end,
  (select min(${priceLog.cents}) from ${priceLog}
    where ${priceLog.productId} = ${products.id} and ${priceLog.at} >= ${moment} - ${DAYS} and ${priceLog.at} < ${moment}),
  (select ${priceLog.cents} from ${priceLog}
    where ${priceLog.productId} = ${products.id} and ${priceLog.at} < ${moment} - ${DAYS}
    order by ${priceLog.at} desc limit 1))`

/** SQL: whether the regular price of the product of the row was not asked for all of the 30 days before that moment. */
export const isRecentPrice = (moment: SQLWrapper) => sql<boolean>`(${products.draft}
  or ${products.createdAt} > ${moment} - ${DAYS}
  or exists (select from ${priceLog} where ${priceLog.productId} = ${products.id}
    and ${priceLog.at} > ${moment} - ${DAYS} and ${priceLog.at} < ${moment} and ${priceLog.cents} is distinct from ${regularPrice})
  or coalesce((select ${priceLog.cents} is distinct from ${regularPrice} from ${priceLog}
    where ${priceLog.productId} = ${products.id} and ${priceLog.at} <= ${moment} - ${DAYS}
    order by ${priceLog.at} desc limit 1), false))`

/** SQL: the ids of the products of which a choice is in that sale, in their order. */
const familiesInSale = (saleId: string) => sql`
  select distinct ${products.parentId} as id from ${saleProducts} join ${products} on ${products.id} = ${saleProducts.productId}
  where ${saleProducts.saleId} = ${saleId} and ${products.parentId} is not null order by id`

/**
 * Puts the products of a running sale into it that are in no other and get a lower price. Returns how many. Locks them
 * in the order of their ids, as orders and edits do.
 */
export async function enterSale(tx: Db, saleId: string, terms: SaleTerms): Promise<number> {
  const named = isNamed(terms.only)
  await tx.execute(sql`select count(*) from (
    select from ${products} where ${notDeleted} and ${named} order by ${products.id} for no key update) locked`)
  await tx.execute(sql`
    insert into ${saleProducts} (product_id, sale_id, lowest_cents, was_cents)
    select ${products.id}, ${saleId}::uuid, ${lowestPrice(sql`now()`)}, ${products.wasCents}
    from ${products}
    where ${isBought} and ${named} and ${products.regularCents} is null and ${salePrice(terms)} < ${products.priceCents}
    on conflict do nothing`)
  // A trigger computes the price in the sale. Triggers that follow prices hear of the columns that are named here.
  const { rows } = await summedUpOnce(tx, familiesInSale(saleId), () =>
    tx.execute<{ count: number }>(sql`with entered as (
    update ${products} set price_cents = price_cents, was_cents = was_cents, regular_cents = price_cents, updated_at = now()
    where ${products.regularCents} is null
      and ${products.id} in (select ${saleProducts.productId} from ${saleProducts} where ${saleProducts.saleId} = ${saleId})
    returning 1) select count(*)::int as count from entered`),
  )
  return onlyRow(rows).count
}

/** Takes all products out of a sale, at their regular prices, and crosses out what was crossed out before. */
export async function leaveSale(tx: Db, saleId: string) {
  const ofSale = eq(saleProducts.saleId, saleId)
  await tx.execute(sql`select count(*) from (
    select from ${products}
    where ${products.id} in (
      select unnest(array[c.id, c.parent_id]) from ${saleProducts} join ${products} c on c.id = ${saleProducts.productId}
      where ${ofSale})
    order by ${products.id} for no key update) locked`)
  await summedUpOnce(tx, familiesInSale(saleId), () =>
    tx.execute(sql`
    update ${products} set price_cents = regular_cents, regular_cents = null, was_cents = ${saleProducts.wasCents},
      updated_at = now()
    from ${saleProducts}
    where ${saleProducts.productId} = ${products.id} and ${ofSale} and ${products.regularCents} is not null`),
  )
  await tx.delete(saleProducts).where(ofSale)
}
