// What a sale will do to prices, product by product.
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import type { Db } from '#server/platform/db/client.ts'
import { pageInfo } from '#server/platform/db/pagination.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { regularPrice } from '#server/shop/catalog/regular-prices.ts'
import { products } from '#server/shop/schema/catalog.ts'
import type { SalePreview, SaleUpdate } from '../contract.ts'
import { sales } from '../schema.ts'
import { earlierSales, startOf } from './edit-sales.ts'
import { isBought, isInSale, isNamed, isRecentPrice, lowestPrice, salePrice } from './sale-products.ts'

type Asked = { pageNumber: number; sale?: string | undefined }

/** A page of the prices of a sale with these values, and what becomes of all products that it is for. */
export async function previewSale(db: Db, update: SaleUpdate, { pageNumber, sale }: Asked): Promise<SalePreview> {
  const terms = { only: update.only, percentBp: update.percent, priceCents: update.price }
  const where = and(isBought, isNamed(update.only))
  const other = nameOfOther(await earlierSales(db, update, sale))
  const isRunning =
    sale !== undefined && (await db.$count(sales, and(eq(sales.id, sale), eq(sales.state, 'running')))) > 0
  const [price, cut, start] = [regularPrice, salePrice(terms), startOf(update, isRunning)]
  const isReduced = isRunning ? isInSale(sale) : sql<boolean>`(${other} is null and ${cut} < ${price})`
  const counts = onlyRow(
    await db
      .select({
        total: sql<number>`count(*)::int`,
        reduced: sql<number>`(count(*) filter (where ${isReduced}))::int`,
        others: sql<number>`(count(*) filter (where ${other} is not null))::int`,
        atRegularPrice: sql<number>`(count(*) filter (where ${other} is null and not ${isReduced}))::int`,
        recent: sql<number>`(count(*) filter (where ${isReduced} and ${isRecentPrice(start)}))::int`,
      })
      .from(products)
      .where(where),
  )
  const { total, ...sums } = counts
  const info = pageInfo(pageNumber, total, ADMIN_PAGE_SIZE)
  const rows = await db
    .select({
      _id: products.id,
      name: products.name,
      price,
      cut,
      isReduced,
      inSale: other,
      lowest: lowestPrice(start),
      isNew: isRecentPrice(start),
    })
    .from(products)
    .where(where)
    .orderBy(asc(sql`lower(${products.name})`), asc(products.id))
    .limit(ADMIN_PAGE_SIZE)
    .offset((pageNumber - 1) * ADMIN_PAGE_SIZE)
  const prices = rows.map(({ cut, isReduced, lowest, ...row }) => {
    const salePrice = isReduced ? cut : null
    const wasPrice = salePrice !== null && lowest !== null && lowest > salePrice ? lowest : null
    return { ...row, salePrice, wasPrice }
  })
  return { prices, ...info, ...sums }
}

/** SQL: the name of the first of these sales that a product is in; null for none. */
function nameOfOther(others: Awaited<ReturnType<typeof earlierSales>>): SQL<string | null> {
  const cases = others.map(({ name, only }) => sql`when ${isNamed(only)} then ${name}::text`)
  return cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} end` : sql`null::text`
}
