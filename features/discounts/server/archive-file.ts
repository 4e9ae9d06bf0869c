import { asc } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { jsonFile } from '#server/platform/lib/zip.ts'
import { archivedTerms, namedGoods } from '#server/shop/coupons/archived-terms.ts'
import { discounts } from '../schema.ts'

/** The discounts without a code in the archive of the whole shop, the oldest first. */
export const discountsFile = (db: Db) =>
  jsonFile('shop/discounts.json', async () => {
    const { name, amountCents, percentBp, rule, notOnSale, minGoodsCents, starts, expires, draft } = discounts
    const terms = { name, amountCents, percentBp, only: namedGoods(rule), notOnSale, minGoodsCents }
    const rows = await db
      .select({ ...terms, starts, expires, draft })
      .from(discounts)
      .orderBy(asc(discounts.createdAt), asc(discounts.id))
    return rows.map(archivedTerms)
  })
