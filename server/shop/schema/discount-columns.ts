// The columns of everything that takes something off the goods of an order: coupons, and discounts without a code.
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, date, integer, jsonb } from 'drizzle-orm/pg-core'
import type { DiscountRule } from '#contract/discounts.ts'

/** What a discount takes off, for which goods, and on which days. */
export const discountColumns = () => ({
  amountCents: integer().notNull().default(0),
  /** Hundredths of a percent; null for an amount. */
  percentBp: integer(),
  /** The goods that it is for; null: all. */
  rule: jsonb().$type<DiscountRule>(),
  /** It leaves out what is on sale. */
  notOnSale: boolean().notNull().default(false),
  /** How much an order needs of the goods that it is for. */
  minGoodsCents: integer().notNull().default(0),
  /** The first and the last day it is valid, in the shop's time zone; null: no limit. */
  starts: date({ mode: 'string' }),
  expires: date({ mode: 'string' }),
})

/** The checks of these columns: an amount or a percentage, and a first day that is not after the last one. */
export const discountChecks = (
  name: string,
  t: Record<'amountCents' | 'percentBp' | 'minGoodsCents' | 'starts' | 'expires', AnyPgColumn>,
) => {
  const named = (part: string, condition: SQL) => check(`${name}_${part}`, condition)
  return [
    named('amount', sql`${t.amountCents} between 0 and 100000000`),
    named('percent', sql`${t.percentBp} is null or (${t.percentBp} between 1 and 10000 and ${t.amountCents} = 0)`),
    named('min_goods', sql`${t.minGoodsCents} between 0 and 100000000`),
    named('days', sql`${t.starts} <= ${t.expires}`),
  ]
}
