import { asc, eq } from 'drizzle-orm'
import { preparedFor } from '#server/platform/db/prepared-for.ts'
import type { DiscountHook } from '#server/shop/orders/discount-hooks.ts'
import { discounts } from '../schema.ts'

/** The saved discounts, as orders are priced by them. */
export const savedDiscounts: DiscountHook = (db) => savedDiscountsQuery(db).execute()

const { name, amountCents, percentBp, rule, notOnSale, minGoodsCents, starts, expires } = discounts
const savedDiscountsQuery = preparedFor((db) =>
  db
    .select({
      ...{ name, percentBp, rule, notOnSale, starts, expires },
      ...{ amount: amountCents, minGoods: minGoodsCents },
    })
    .from(discounts)
    .where(eq(discounts.draft, false))
    .orderBy(asc(discounts.createdAt), asc(discounts.id))
    .prepare('saved_discounts'),
)
