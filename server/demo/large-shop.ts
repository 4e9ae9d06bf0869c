// A large shop for measurements: years of orders in a ledger as sound as if people had placed and paid them. A few
// statements write thousands of rows each, and every value follows from the row's number.

import { readFile } from 'node:fs/promises'
import { and, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Question } from '#contract/questions.ts'
import { hashPassword, randomPassword } from '../accounts/passwords.ts'
import type { Database, Db } from '../db/client.ts'
import { holdLock } from '../db/locks.ts'
import { orders } from '../db/order-schema.ts'
import { products, users } from '../db/schema.ts'
import { tablesByDependency } from '../db/tables.ts'
import { operatorError } from '../errors.ts'
import { recordTakenPayments } from '../payments/simulator/backfill.ts'
import { addCategories } from './categories.ts'
import type { Range, ShopSize } from './large-sales.ts'
import { insertSales } from './large-sales.ts'
import { idOf, pick } from './pseudo-random.ts'

type FillOptions = { until?: Date; report?(line: string): void }

/** The size of the shop in which every list must stay fast. */
export const LARGE: ShopSize = { products: 5_000, orders: 50_000, users: 5_000, coupons: 200 }

/** Orders, or products, per set of statements, so that none exceeds the time limit of a query. */
const BATCH = 5_000

/**
 * Fills a shop that is empty or has only the demo catalog with two years of trade until `until`, in one transaction.
 * Throws when the shop has users, orders or products of its own.
 */
export async function fillLargeShop(db: Database, size: ShopSize, { until = new Date(), report }: FillOptions = {}) {
  const now = sql`${until.toISOString()}::timestamptz`
  // A random password that nobody knows: nobody signs in as these users.
  const passwordHash = await hashPassword(randomPassword())
  await db.transaction(async (tx) => {
    await holdLock(tx, 'largeShop')
    await requireUnusedShop(tx)
    await addCategories(tx)
    await insertUsers(tx, size.users, passwordHash, now)
    for (const range of batchesOf(size.products)) {
      await insertProducts(tx, size.products, now, range)
      await insertChoices(tx, range)
    }
    await insertCoupons(tx, size.coupons, now)
    report?.(`${size.users} accounts, ${size.products} products and ${size.coupons} coupons`)
    for (const range of batchesOf(size.orders)) {
      await insertSales(tx, size, now, range)
      report?.(`${range.to} of ${size.orders} orders`)
    }
    for (const range of batchesOf(size.products)) await stockProducts(tx, range)
  })
  // As in a shop that has run for a while: tables vacuumed, and statistics for the query planner.
  for (const { name } of await tablesByDependency(db)) await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`)
  await recordTakenPayments(db.$client)
}

const batchesOf = (count: number): Range[] =>
  Array.from({ length: Math.ceil(count / BATCH) }, (_, at) => ({
    from: at * BATCH + 1,
    to: Math.min((at + 1) * BATCH, count),
  }))

/** Throws when the shop has customers, orders or products of its own. */
async function requireUnusedShop(tx: Db) {
  const demo = z
    .array(z.object({ slug: z.string() }))
    .parse(JSON.parse(await readFile(new URL('../../demo/catalogue.json', import.meta.url), 'utf8')))
  const slugs = demo.map(({ slug }) => slug)
  const found = {
    orders: await tx.$count(orders),
    customers: await tx.$count(users, not(users.isAdmin)),
    'products of its own': await tx.$count(
      products,
      and(isNull(products.parentId), not(inArray(products.slug, slugs))),
    ),
  }
  const own = Object.entries(found).flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}`] : []))
  if (own.length > 0)
    throw operatorError(
      'shop_not_empty',
      `This shop is in use (${own.join(', ')}). Invented ones belong in an empty shop: set DATA_DIR to a new folder.`,
    )
}

const FIRST_NAMES = ['Ann', 'Grace', 'June', 'Mabel', 'Otis', 'Ruth', 'Silas', 'Vera', 'Walt', 'Ida', 'Clara', 'Hank']
const LAST_NAMES = [
  'Potter',
  'Weaver',
  'Turner',
  'Glazer',
  'Carver',
  'Miller',
  'Sawyer',
  'Dyer',
  'Mason',
  'Cooper',
  'Fuller',
]
const KINDS = [
  ...['Walnut', 'Maple', 'Cherry', 'Speckled', 'Cobalt', 'Amber', 'Zinnia', 'Fern', 'Slate', 'Rose', 'Copper'],
  ...['Birch', 'Ash', 'Willow', 'Linen', 'Indigo', 'Saffron', 'Poppy', 'Thistle', 'Granite', 'Olive', 'Brass'],
]
const SHAPES = [
  ...['Pen', 'Mug', 'Stopper', 'Keychain', 'Charm', 'Bow', 'Dish', 'Tumbler'],
  ...['Vase', 'Bowl', 'Candle', 'Coaster', 'Ring', 'Basket', 'Scarf', 'Plate'],
]
const COLORS = [
  ...['walnut', 'cream', 'cobalt', 'amber', 'moss', 'rose'],
  ...['slate', 'indigo', 'saffron', 'olive', 'ivory', 'copper'],
]

/** An element of the word list, chosen by row number. */
const wordOf = (words: string[], chosen: ReturnType<typeof pick>) => sql`(${sql.param(words)}::text[])[1 + ${chosen}]`

const i = sql`i`

/** Users who registered evenly over two years. */
async function insertUsers(tx: Db, count: number, passwordHash: string, now: SQL) {
  const came = sql`(${now} - interval '740 days' * (1 - i::float8 / ${count}::int))`
  await tx.execute(sql`
    insert into users (id, name, email, password_hash, created_at)
    select ${idOf('user', i, came)}, name, lower(replace(name, ' ', '.')) || '.' || i || '@shopper.example',
      ${passwordHash}, ${came}
    from generate_series(1, ${count}::int) as i,
      lateral (select ${wordOf(FIRST_NAMES, pick(i, 1, FIRST_NAMES.length))} || ' ' || ${wordOf(LAST_NAMES, pick(i, 2, LAST_NAMES.length))} as name)
    order by i`)
}

const QUESTIONS: Question[] = [
  { key: 'name', label: 'Name', kind: 'text', required: false, max: 40 },
  { key: 'initials', label: 'Initials', kind: 'text', required: false, max: 3 },
]

/**
 * Products older than the first order, one in ten with axes and one in twenty with questions. `stockProducts` sets their
 * stock after the sales are known.
 */
async function insertProducts(tx: Db, count: number, now: SQL, { from, to }: Range) {
  const hasChoices = sql`i % 10 = 5`
  const made = sql`(${now} - interval '740 days' - interval '90 days' * (1 - i::float8 / ${count}::int))`
  await tx.execute(sql`
    insert into products (id, sku, name, slug, price_cents, qty, description, category, color, featured, axes, asks, created_at, updated_at)
    select ${idOf('product', i, made)}, case when ${hasChoices} then '' else 'LS-' || lpad(i::text, greatest(5, length(i::text)), '0') end, name || ' ' || i,
      lower(replace(name, ' ', '-')) || '-' || i, 100 * (4 + ${pick(i, 3, 40)}), 0,
      '<p>Made by hand, one at a time. <i>No two of them are the same.</i></p>',
      c.names[1 + ${pick(i, 4, 1000)} % cardinality(c.names)], ${wordOf(COLORS, pick(i, 5, COLORS.length))},
      i % 400 = 0, case when ${hasChoices} then array['Size', 'Finish'] end,
      case when i % 20 = 7 then ${JSON.stringify(QUESTIONS)}::jsonb end, ${made}, ${made}
    from generate_series(${from}::int, ${to}::int) as i,
      (select array_agg(name order by position) as names from categories) as c,
      lateral (select ${wordOf(KINDS, pick(i, 6, KINDS.length))} || ' ' || ${wordOf(SHAPES, pick(i, 7, SHAPES.length))} as name)
    order by i`)
}

/** The choices of the products with axes, by number. The database gives them their names and sums them up. */
async function insertChoices(tx: Db, { from, to }: Range) {
  await tx.execute(sql`
    insert into products (id, sku, name, slug, price_cents, qty, category, parent_id, choice, position, created_at, updated_at)
    select ${idOf('choice', sql`(p.slug || c.position)`, sql`p.created_at`)},
      'LS-' || lpad(n, greatest(5, length(n)), '0') || '-' || c.position,
      p.name, p.slug || '-' || lower(c.size || '-' || c.finish), p.price_cents + case when c.size = 'Large' then 300 else 0 end,
      0, p.category, p.id, array[c.size, c.finish], c.position, p.created_at, p.created_at
    from products p, lateral (select substring(p.slug from '[0-9]+$') as n),
      (values (0, 'Small', 'Matte'), (1, 'Small', 'Glossy'), (2, 'Large', 'Matte'), (3, 'Large', 'Glossy'))
        as c (position, size, finish)
    where p.axes = array['Size', 'Finish'] and n::int between ${from}::int and ${to}::int
    order by p.id, c.position`)
}

/** Coupons worth one to three dollars, some with free shipping or without tax. */
async function insertCoupons(tx: Db, count: number, now: SQL) {
  const made = sql`(${now} - interval '740 days' + interval '1 minute' * i)`
  await tx.execute(sql`
    insert into coupons (id, code, amount_cents, free_ship, tax_free, draft, created_at)
    select ${idOf('coupon', i, made)}, 'LARGE' || lpad(i::text, 4, '0'), 100 + 50 * (i % 5), i % 7 = 0, i % 11 = 0,
      false, ${made}
    from generate_series(1, ${count}::int) as i order by i`)
}

/** Sets the stock of each product, and inserts a first stock movement of the units sold and left. */
async function stockProducts(tx: Db, { from, to }: Range) {
  const left = sql`(case when ${pick(sql`n`, 8, 100)} < 3 then 0 when ${pick(sql`n`, 8, 100)} < 9 then 1 + ${pick(sql`n`, 9, 3)} else 4 + ${pick(sql`n`, 9, 40)} end)`
  await tx.execute(sql`
    with shelves as (
      select id, created_at, n, ${left} as qty, coalesce(sold, 0) as sold
      from (select id, created_at, number + 1000003 * coalesce(position, 0) as n
        from products, lateral (select split_part(sku, '-', 2)::int as number) as l
        where sku like 'LS-%' and number between ${from}::int and ${to}::int) as p
      left join (select product_id, sum(qty)::int as sold from holds group by product_id) as h on h.product_id = p.id
    ), moved as (
      insert into stock_ledger (product_id, delta, reason, created_at)
      select id, qty + sold, 'created', created_at from shelves where qty + sold > 0
    ), traced as (
      insert into product_trace (product_id, log, created_at)
      select id, 'Created with ' || qty + sold || ' in stock.', created_at from shelves
    )
    update products p set qty = s.qty, one_of_a_kind = s.qty = 1 and s.n % 2 = 0 and parent_id is null from shelves s where s.id = p.id and s.qty > 0`)
}
