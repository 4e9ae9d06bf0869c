// SQL expressions on an item of an order, joined with its product: what it costs in the shop now.
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Answered } from '#contract/answers.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orderItems } from '#server/shop/schema/orders.ts'

const parent = alias(products, 'parent')

/** The questions of the item's product; those of a choice are its parent's. */
const questions = sql`coalesce(${products.asks}, (
  select ${parent.asks} from ${products} ${sql.identifier('parent')} where ${parent.id} = ${products.parentId}))`

const priceNow = sql`case when question is null then (answer->>'price')::int
  else coalesce((question->>'price')::int, 0) end`

/** The answers of an item with what they cost now; an answer to a question that is no longer asked keeps its price. */
export const answersNow: SQL<Answered[] | null> = sql`(
  select jsonb_agg(answer || jsonb_build_object('price', ${priceNow}) order by place)
  from jsonb_array_elements(${orderItems.answers}) with ordinality as given (answer, place)
  left join jsonb_array_elements(${questions}) as asked (question) on question->>'key' = answer->>'key')`

/** What a unit of an item costs now, in cents, with its answers. */
export const shopPrice: SQL<number> = sql`(${products.priceCents} + coalesce(
  (select sum((answer->>'price')::int) from jsonb_array_elements(${answersNow}) as priced (answer)), 0))::int`
