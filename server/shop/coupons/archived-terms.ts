// What coupons, discounts and sales say in the archive of the whole shop, which names goods as its other files do.
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DiscountRule } from '#contract/discounts.ts'
import { toDollars } from '#contract/money.ts'
import { categories, collections, products } from '#server/shop/schema/catalog.ts'

type Rule = SQL | AnyPgColumn

const namesOf = (rule: Rule, kind: keyof DiscountRule, table: PgTable, key: AnyPgColumn, name: AnyPgColumn) =>
  sql`coalesce((
    select jsonb_agg(${name} order by ${name}) from ${table}
    where ${rule}->${kind}::text ? ${key}::text), '[]'::jsonb)`

/** SQL: the goods that a rule names: categories by labels, collections and products by slugs. Null for all goods. */
export const namedGoods = (rule: Rule) => sql<Required<DiscountRule> | null>`case when ${rule} is not null then
  jsonb_build_object(
    'categories', ${namesOf(rule, 'categories', categories, categories.name, categories.label)},
    'collections', ${namesOf(rule, 'collections', collections, collections.id, collections.slug)},
    'products', ${namesOf(rule, 'products', products, products.id, products.slug)}) end`

/** A row with its amount and minimum in dollars, and its share in percent. */
export const archivedTerms = <Row extends { amountCents: number; percentBp: number | null; minGoodsCents: number }>({
  amountCents,
  percentBp,
  minGoodsCents,
  ...terms
}: Row) => ({
  ...terms,
  amount: toDollars(amountCents),
  percent: percentBp === null ? null : percentBp / 100,
  minGoods: toDollars(minGoodsCents),
})
