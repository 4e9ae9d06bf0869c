import { asc, sql } from 'drizzle-orm'
import { toDollars } from '#contract/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { jsonFile } from '#server/platform/lib/zip.ts'
import { namedGoods } from '#server/shop/coupons/archived-terms.ts'
import { sales } from '../schema.ts'
import { targetsOfSale } from './sale-products.ts'

/** The sales in the archive of the whole shop, the oldest first. */
export const salesFile = (db: Db) =>
  jsonFile('shop/sales.json', async () => {
    const { name, percentBp, priceCents, startsAt, endsAt, state } = sales
    const rows = await db
      .select({
        name,
        percentBp,
        priceCents,
        only: namedGoods(sql`(${targetsOfSale})::jsonb`),
        startsAt,
        endsAt,
        state,
      })
      .from(sales)
      .orderBy(asc(sales.startsAt), asc(sales.id))
    return rows.map(({ percentBp: basisPoints, priceCents: cents, ...sale }) => ({
      ...sale,
      percent: basisPoints === null ? null : basisPoints / 100,
      price: cents === null ? null : toDollars(cents),
    }))
  })
