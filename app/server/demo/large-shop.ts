// A large shop for measurements: years of orders in a ledger as sound as if people had placed and paid them. A few
// statements write thousands of rows each, and every value follows from the row's number.

import { readFile } from 'node:fs/promises'
import { and, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DEFAULT_SETTINGS } from '#contract/admin/defaults.ts'
import { DEFAULT_RATES } from '#contract/defaults.ts'
import type { Question } from '#contract/questions.ts'
import { isDemoOrder } from '#features/own-shop/server/demo-rows.ts'
import { operatorError } from '#server/errors.ts'
import { type Database, type Db, patientDatabase } from '#server/platform/db/client.ts'
import { holdLock } from '#server/platform/db/locks.ts'
import { onlyRow } from '#server/platform/db/rows.ts'
import { tablesByDependency } from '#server/platform/db/tables.ts'
import { hashPassword, randomPassword } from '#server/shop/accounts/passwords.ts'
import { recordTakenPayments } from '#server/shop/payments/simulator/backfill.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { users } from '#server/shop/schema/users.ts'
import { insertSettings } from '#server/shop/settings/settings.ts'
import { addCategories } from './categories.ts'
import type { Range, ShopSize } from './large-sales.ts'
import { insertSales, numberGoods } from './large-sales.ts'
import { idOf, pick } from './pseudo-random.ts'

/** The lock under which a shop is filled with two years of sales. */
const LARGE_SHOP_LOCK = 7_272_704

type FillOptions = { until?: Date; report?(line: string): void }

/** A shop with so many products and orders, an account for every ten orders, and coupons. */
export const shopSize = (products: number, orders: number): ShopSize => ({
  products,
  orders,
  users: Math.ceil(orders / 10),
  coupons: Math.min(200, products),
})

/** The size of the shop in which every list must stay fast. */
export const LARGE = shopSize(5_000, 50_000)

/** Orders, or products, per set of statements, so that progress is seen. */
const BATCH = 5_000

/**
 * Fills a shop that is empty or has only the demo catalog with two years of trade until `until`, in one transaction.
 * Throws when the shop has users, orders or products of its own.
 */
export async function fillLargeShop(db: Database, size: ShopSize, { until = new Date(), report }: FillOptions = {}) {
  const patient = patientDatabase(db)
  try {
    const now = sql`${until.toISOString()}::timestamptz`
    // Nobody knows the password: nobody signs in as these users. Hashing is slow on purpose, so it comes before the
    // transaction, whose connection ends when it is idle for long.
    const passwordHash = await hashPassword(randomPassword())
    await patient.transaction((tx) => insertShop(tx, size, passwordHash, now, report))
    // As in a shop that has run for a while: tables vacuumed, and statistics for the query planner.
    for (const { name } of await tablesByDependency(db))
      await patient.execute(sql`vacuum (analyze) ${sql.identifier(name)}`)
    await recordTakenPayments(patient)
  } finally {
    await patient.$client.end()
  }
}

/** How much the database takes on disk, such as "95 MB". */
export async function diskUse(db: Db) {
  const { rows } = await db.execute<{ size: string }>(
    sql`select pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  return onlyRow(rows).size
}

async function insertShop(tx: Db, size: ShopSize, passwordHash: string, now: SQL, report?: FillOptions['report']) {
  await holdLock(tx, LARGE_SHOP_LOCK)
  await requireUnusedShop(tx)
  await addCategories(tx)
  await insertSettings(tx, { ...DEFAULT_SETTINGS, ...DEFAULT_RATES })
  await insertUsers(tx, size.users, passwordHash, now)
  for (const range of batchesOf(size.products)) {
    await insertProducts(tx, size.products, now, range)
    await insertChoices(tx, range)
  }
  await insertCollection(tx, now)
  await insertCoupons(tx, size.coupons, now)
  report?.(`${size.users} accounts, ${size.products} products and ${size.coupons} coupons`)
  await numberGoods(tx)
  for (const range of batchesOf(size.orders)) {
    await insertSales(tx, size, now, range)
    report?.(`${range.to} of ${size.orders} orders`)
  }
  await insertFirstStock(tx)
  // Nothing is kept yet that these orders would change.
  await tx.execute(sql`truncate past_changes`)
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
    .parse(JSON.parse(await readFile(new URL('../../../demo/catalogue.json', import.meta.url), 'utf8')))
  const slugs = demo.map(({ slug }) => slug)
  const counts = {
    orders: await tx.$count(orders, not(isDemoOrder(tx))),
    customers: await tx.$count(users, and(not(users.isAdmin), not(isDemoBuyer(tx)))),
    'products of its own': await tx.$count(
      products,
      and(isNull(products.parentId), not(inArray(products.slug, slugs))),
    ),
  }
  const ownRecords = Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}`] : []))
  if (ownRecords.length > 0)
    throw operatorError(
      'shop_not_empty',
      `This shop is in use (${ownRecords.join(', ')}). Invented ones belong in an empty shop: set DATA_DIR to a new folder.`,
    )
}

/** SQL condition on `users`: the user placed an order of the demo. */
const isDemoBuyer = (tx: Db) => inArray(users.id, tx.select({ id: orders.userId }).from(orders).where(isDemoOrder(tx)))

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
const wordOf = (words: string[], index: ReturnType<typeof pick>) => sql`(${sql.param(words)}::text[])[1 + ${index}]`

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

/** What is left of a product, from its number: of a few nothing, of some one to three. */
const unitsLeft = (n: SQL) =>
  sql`(case when ${pick(n, 8, 100)} < 3 then 0 when ${pick(n, 8, 100)} < 9 then 1 + ${pick(n, 9, 3)} else 4 + ${pick(n, 9, 40)} end)`

/** Products older than the first order, one in ten with axes and one in twenty with questions. */
async function insertProducts(tx: Db, count: number, now: SQL, { from, to }: Range) {
  const hasChoices = sql`i % 10 = 5`
  const createdAt = sql`(${now} - interval '740 days' - interval '90 days' * (1 - i::float8 / ${count}::int))`
  await tx.execute(sql`
    insert into products (id, sku, name, slug, price_cents, qty, one_of_a_kind, description, category, color, featured, axes, asks, created_at, updated_at)
    select ${idOf('product', i, createdAt)}, case when ${hasChoices} then '' else 'LS-' || lpad(i::text, greatest(5, length(i::text)), '0') end, name || ' ' || i,
      lower(replace(name, ' ', '-')) || '-' || i, 100 * (4 + ${pick(i, 3, 40)}),
      case when ${hasChoices} then 0 else ${unitsLeft(i)} end, not ${hasChoices} and ${unitsLeft(i)} = 1 and i % 2 = 0,
      '<p>Made by hand, one at a time. <i>No two of them are the same.</i></p>',
      c.names[1 + ${pick(i, 4, 1000)} % cardinality(c.names)], ${wordOf(COLORS, pick(i, 5, COLORS.length))},
      i % 400 = 0, case when ${hasChoices} then array['Size', 'Finish'] end,
      case when i % 20 = 7 then ${JSON.stringify(QUESTIONS)}::jsonb end, ${createdAt}, ${createdAt}
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
      ${unitsLeft(sql`(n::int + 1000003 * c.position)`)}, p.category, p.id, array[c.size, c.finish], c.position, p.created_at, p.created_at
    from products p, lateral (select substring(p.slug from '[0-9]+$') as n),
      (values (0, 'Small', 'Matte'), (1, 'Small', 'Glossy'), (2, 'Large', 'Matte'), (3, 'Large', 'Glossy'))
        as c (position, size, finish)
    where p.axes = array['Size', 'Finish'] and n::int between ${from}::int and ${to}::int
    order by p.id, c.position`)
}

const COLLECTION_SIZE = 40

/** A collection of products of all ages. */
async function insertCollection(tx: Db, now: SQL) {
  await tx.execute(sql`
    with made as (
      insert into collections (id, name, slug, position)
      values (${idOf('collection', sql`1`, now)}, 'Favorites of the House', 'favorites-of-the-house', 1) returning id
    )
    insert into collection_products (collection_id, product_id, position)
    select made.id, p.id, n / step from made,
      (select id, row_number() over (order by id) as n, 1 + count(*) over () / ${COLLECTION_SIZE}::int as step
        from products where parent_id is null and not draft and deleted_at is null) as p
    where n % step = 0`)
}

/** Coupons worth one to three dollars, some with free shipping or without tax. */
async function insertCoupons(tx: Db, count: number, now: SQL) {
  const createdAt = sql`(${now} - interval '740 days' + interval '1 minute' * i)`
  await tx.execute(sql`
    insert into coupons (id, code, amount_cents, free_ship, tax_free, draft, created_at)
    select ${idOf('coupon', i, createdAt)}, 'LARGE' || lpad(i::text, 4, '0'), 100 + 50 * (i % 5), i % 7 = 0, i % 11 = 0,
      false, ${createdAt}
    from generate_series(1, ${count}::int) as i order by i`)
}

/** The first stock movement of each product: the units sold and left. */
async function insertFirstStock(tx: Db) {
  await tx.execute(sql`
    create temp table large_stock on commit drop as
    select id, created_at, qty + coalesce(sold, 0) as units
    from products left join (select product_id, sum(qty)::int as sold from holds group by product_id) as h on h.product_id = id
    where sku like 'LS-%' order by id`)
  await tx.execute(sql`
    insert into stock_ledger (product_id, delta, reason, created_at)
    select id, units, 'created', created_at from large_stock where units > 0`)
  await tx.execute(sql`
    insert into product_trace (product_id, log, created_at)
    select id, 'Created with ' || units || ' in stock.', created_at from large_stock`)
}
