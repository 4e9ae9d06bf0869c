import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillLargeShop } from '#app/server/demo/large-shop.ts'
import { AdminProductQuery } from '#contract/admin/products.ts'
import { PAGE_SIZE } from '#contract/defaults.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import type { ProductPage } from '#contract/products.ts'
import { adminProductPage } from '#server/shop/catalog/admin-products.ts'
import { openCatalog } from '#server/shop/catalog/products.ts'
import { MOST_FOUND, MOST_OF_MANY } from '#server/shop/catalog/search.ts'
import { servePages } from '#server/site/pages.ts'
import { freshDatabase, testApp, testDatabase } from '#server/testing/app.ts'
import { admin, family, product } from '#server/testing/factories.ts'
import { LISTS, listQueries } from '#server/testing/lists.ts'
import {
  indexesReadAlone,
  isReading,
  planOf,
  rowsRead,
  type Statement,
  scannedTables,
  statementOf,
} from '#server/testing/plans.ts'
import { figure } from '#server/testing/torture.ts'
import type { Database } from './client.ts'

const SIZE = { products: 6_000, orders: 12_000, users: 2_000, coupons: 100 }

let filledDatabase: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  filledDatabase = await freshDatabase()
  await fillLargeShop(filledDatabase.db, SIZE)
  // A database can be copied while nobody is connected to it.
  await filledDatabase.db.$client.end()
}, 180_000)

afterAll(() => filledDatabase.drop())

/** A shop of that size of the running test's own. */
const largeShop = () => testApp({}, { template: filledDatabase.name })

/** Tables that no list may read row by row. Others are small, or have a row for each event that is looked at anyway. */
const LARGE_TABLES = [
  'users',
  'orders',
  'products',
  'order_items',
  'images',
  'payment_attempts',
  'coupon_uses',
  'outbox',
  'refunds',
]

/** What a table may be read of from its beginning: whether there is anything in it at all, for one. */
const MOST_ROWS = 50

/** To say how long the whole of a list is, its rows have to be counted, and to count them all they are read. */
const countsAll = (path: string, { text }: Statement) => /^select count\(\*\)/.test(text) && !path.includes('keyword=')

/** Notes every query from now on, until it is asked for them. */
function recordStatements({ $client }: Database) {
  const statements: Statement[] = []
  const ask = $client.query.bind($client)
  $client.query = ((config: pg.QueryConfig | string, values?: unknown[]) => {
    statements.push(statementOf(config, values))
    return ask(config as pg.QueryConfig, values)
  }) as typeof $client.query
  return () => {
    $client.query = ask
    return statements.filter(isReading)
  }
}

/** The watched tables that the statement reads row by row, and how many rows of them. */
async function tablesScanned({ $client }: Database, statement: Statement) {
  const { plan } = await planOf($client, statement)
  return scannedTables(plan).flatMap(({ table, rows }) =>
    LARGE_TABLES.includes(table) && rows > MOST_ROWS ? [`${table}: ${rows}`] : [],
  )
}

/** Reads that do not grow with the shop, here of 12,000 orders, and the most rows that their statements read. */
const FEW_READ: [path: string, most: number][] = [
  ['/api/orders?sort=-total', 300],
  ['/api/orders?pageNumber=479', 300],
  ['/api/orders?pageNumber=240', 1_200],
  ['/api/orders?sort=-total&pageNumber=479', 300],
  ['/api/orders?keyword=madison', 6_000],
  ['/api/orders?keyword=potter', 4_000],
  ['/api/orders?keyword=walnut', 8_000],
  ['/api/orders?keyword=birthday', 4_000],
  ['/api/orders?keyword=a', 4_500],
  ['/api/admin/search?q=potter', 2_500],
  ['/api/admin/search?q=walnut', 4_500],
]

const rowsReadBy = async ({ $client }: Database, statement: Statement) =>
  rowsRead((await planOf($client, statement)).plan)

test('whatever the seller looks for in a large shop is found by an index', async ({ task }) => {
  const { db, get } = await largeShop()
  const { token } = await admin(db)
  const paths = LISTS.flatMap((list) => listQueries(list, 10))
  let statementCount = 0
  for (const path of paths) {
    const statements = recordStatements(db)
    const reply = await get(path, token)
    const newStatements = statements()
    expect(reply.statusCode, `${path}: ${reply.body}`).toBe(200)
    for (const statement of newStatements.filter((statement) => !countsAll(path, statement))) {
      statementCount++
      expect(await tablesScanned(db, statement), `${path}\n${statement.text}`).toEqual([])
    }
  }
  for (const [path, most] of FEW_READ) {
    // Whoever comes first has counted what is counted once a minute.
    await get(path, token)
    const statements = recordStatements(db)
    expect((await get(path, token)).statusCode, path).toBe(200)
    let rows = 0
    for (const statement of statements().filter((statement) => !countsAll(path, statement)))
      rows += rowsRead((await planOf(db.$client, statement)).plan)
    expect(rows, path).toBeLessThanOrEqual(most)
  }
  expect(statementCount).toBeGreaterThan(paths.length)
  figure(task, `${statementCount} queries of ${paths.length} lists, 0 tables read row by row`)
})

const REPORTS = [
  ...['day', 'week', 'month'].map((period) => `dashboard?period=${period}`),
  ...[
    'money-check?month=MONTH',
    'reports/sales-tax?from=MONTH-01&to=MONTH-28',
    'reports/earnings/MONTH',
    'tax/thresholds',
  ],
  ...['MONTH', 'YEAR'].map((from) => `reports/monthly-statement?from=${from}&to=MONTH`),
]

/** More than the figures of a report read of the shop's 12,000 orders: those of today, and totals of a year's days. */
const MOST_OF_REPORT = 3_000

test('the dashboard and the reports of a large shop read today and the totals of other days', async () => {
  const { db, get } = await largeShop()
  const { token } = await admin(db)
  const month = Temporal.Now.plainDateISO('UTC').toPlainYearMonth()
  const dates = { MONTH: month.subtract({ months: 1 }), YEAR: month.subtract({ months: 12 }) }
  for (const report of REPORTS) {
    const path = `/api/${report.replaceAll(/MONTH|YEAR/g, (name) => String(dates[name as keyof typeof dates]))}`
    // Whoever comes first has the totals computed.
    const first = (await get(path, token)).json()
    const statements = recordStatements(db)
    const reply = await get(path, token)
    const newStatements = statements()
    expect([path, reply.statusCode, reply.json()]).toEqual([path, 200, first])
    let rows = 0
    for (const statement of newStatements) {
      expect(await tablesScanned(db, statement), `${path}\n${statement.text}`).toEqual([])
      rows += rowsRead((await planOf(db.$client, statement)).plan)
    }
    expect(rows, path).toBeLessThan(MOST_OF_REPORT)
  }
})

test('the desk finds the newest orders of their list, the best products and customers by name', async () => {
  const { db, get } = await largeShop()
  const { token } = await admin(db)
  const readList = async (path: string) => (await get(`/api/${path}`, token)).json()
  for (const keyword of ['walnut', 'potter', 'madison', 'a', '42']) {
    const { orders } = await readList(`admin/search?q=${keyword}`)
    const orderList = await readList(`orders?keyword=${keyword}`)
    const numbers = (of: { number: number }[]) => of.map(({ number }) => number)
    expect([keyword, numbers(orders)]).toEqual([keyword, numbers(orderList.orders.slice(0, 5))])
  }
  const { products, customers } = await readList('admin/search?q=walnut')
  expect(products.map(({ name }: { name: string }) => /walnut/i.test(name))).toEqual([true, true, true, true, true])
  expect(customers).toEqual([])
  const potters = await readList('users?keyword=potter&sort=name')
  const { customers: first } = await readList('admin/search?q=potter')
  const emails = (of: { email: string }[]) => of.map(({ email }) => email)
  expect(emails(first)).toEqual(emails(potters.users.slice(0, 5)))
})

test.for([
  ['dashboard?period=day', ['orders_unpaid', 'products_by_stock', 'products_by_stock']],
  ['products?view=admin&show=low', ['products_by_stock', 'products_by_stock']],
  ['products?view=admin&show=soldout', ['products_by_stock', 'products_by_stock']],
] as const)('what is scarce or unpaid is counted from an index alone: %s', async ([path, indexes]) => {
  const { db, get } = await largeShop()
  const { token } = await admin(db)
  // Where rows have changed since, PostgreSQL looks at them.
  await db.$client.query('vacuum products, orders')
  const statements = recordStatements(db)
  expect((await get(`/api/${path}`, token)).statusCode).toBe(200)
  const plans = await Promise.all(statements().map((statement) => planOf(db.$client, statement)))
  const indexesRead = plans
    .flatMap(({ plan }) => indexesReadAlone(plan))
    .filter((name) => /^(orders_unpaid|products_by_stock)$/.test(name))
  expect(indexesRead.toSorted()).toEqual(indexes)
})

const WORDS = ['walnut', 'walnut pen', 'walnt pen', 'LS-00042', 'rose bow']
/** With synonyms, with fewer words, and with questions. */
const MORE_WORDS = ['hair bow', 'wooden', 'pen for mom', 'walnut submarine', 'velvet walnut mug', 'personalized pen']

const SEARCHES = [...WORDS, ...MORE_WORDS].flatMap((keyword) =>
  ['products?keyword=', 'products/suggestions?keyword='].map((path) => `/api/${path}${encodeURIComponent(keyword)}`),
)

test('whatever a shopper searches for in a large shop is found by an index', async () => {
  const { db, get } = await largeShop()
  for (const path of SEARCHES) {
    const statements = recordStatements(db)
    const reply = await get(path)
    const newStatements = statements()
    expect([path, reply.statusCode, reply.json().products.length > 0]).toEqual([path, 200, true])
    for (const statement of newStatements) {
      expect(await tablesScanned(db, statement), `${path}\n${statement.text}`).toEqual([])
      expect(await rowsReadBy(db, statement), `${path}\n${statement.text}`).toBeLessThan(SIZE.products / 2)
    }
  }
})

const FOUND_NOWHERE = ['submarine', 'qwrtz', '%_%_%', '\u{1f48d}\u{1f48d}', 'zz yy xx ww vv uu tt ss', 'x'.repeat(100)]

test('a search that finds nothing reads next to nothing of a large shop', async () => {
  const { db, get } = await largeShop()
  for (const keyword of FOUND_NOWHERE) {
    const statements = recordStatements(db)
    const { total } = (await get(`/api/products?extras=true&keyword=${encodeURIComponent(keyword)}`)).json()
    const newStatements = statements()
    expect([keyword, total]).toEqual([keyword, 0])
    for (const statement of newStatements)
      expect(await rowsReadBy(db, statement), statement.text).toBeLessThan(2 * MOST_ROWS)
  }
})

test('of a word that most products have the newest are found, and those with the word in their names', async () => {
  const { db, get } = await largeShop()
  await product(db, { name: 'Made of Oak', createdAt: new Date(2001, 0, 1) })
  const productsWith = async (query: string) => (await get(`/api/products?keyword=made&${query}`)).json()
  const { products, more, facets, ...first } = await productsWith('extras=true')
  expect({ ...first, more, ofFacets: [facets.total, facets.more] }).toEqual({
    page: 1,
    pages: Math.ceil(MOST_OF_MANY / PAGE_SIZE),
    total: MOST_OF_MANY,
    more: true,
    ofFacets: [MOST_OF_MANY, true],
  })
  expect(products[0].name).toBe('Made of Oak')
  const last = await productsWith(`pageNumber=${first.pages}`)
  expect(last.products).toHaveLength(MOST_OF_MANY % PAGE_SIZE)
  expect((await get(`/api/products?keyword=made&pageNumber=${first.pages + 1}`)).statusCode).toBe(404)
  const cheapProducts = await productsWith('maxPrice=5')
  expect([cheapProducts.total > MOST_OF_MANY, cheapProducts.total < MOST_FOUND, cheapProducts.more]).toEqual([
    true,
    true,
    undefined,
  ])
  expect(await productsWith('sort=-price')).toMatchObject({ total: MOST_OF_MANY, more: true })
  expect((await get('/api/products/suggestions?keyword=made')).json().products[0].name).toBe('Made of Oak')
})

const SUMMED_READS: [path: string, most: number][] = [
  ['products?extras=true&keyword=made', 1_500],
  ['products?extras=true&keyword=made&inStock=true', 2_500],
  ['products/suggestions?keyword=made', 700],
  ['products?extras=true&keyword=walnut%20pen', 1_000],
  // Its products are counted, and not read as well.
  ['products?pageNumber=500', SIZE.products + 200],
  ['products?view=admin&keyword=made', 1_500],
]

test('what a search and the last page of a list read does not grow with what they find', async () => {
  const { db, get } = await largeShop()
  const { token } = await admin(db)
  for (const [path, most] of SUMMED_READS) {
    // The length of a long list, and the counts of one of visitors, are known to whoever comes second.
    await get(`/api/${path}`, token)
    const statements = recordStatements(db)
    expect((await get(`/api/${path}`, token)).statusCode, path).toBe(200)
    let rows = 0
    for (const statement of statements().filter((statement) => !countsAll(path, statement)))
      rows += await rowsReadBy(db, statement)
    expect(rows, path).toBeGreaterThan(0)
    expect(rows, path).toBeLessThan(most)
  }
})

test('the seller finds every product with a frequent word once, the best matches first', async () => {
  const { db } = await largeShop()
  await product(db, { name: 'Made of Oak', createdAt: new Date(2001, 0, 1) })
  const page = (pageNumber: number) =>
    adminProductPage(db, AdminProductQuery.parse({ view: 'admin', keyword: 'made', pageNumber: String(pageNumber) }))
  const first = await page(1)
  expect([first.total, first.products[0]?.name]).toEqual([SIZE.products + 1, 'Made of Oak'])
  const idsSeen = new Set<string>()
  const around = [1, 9, 10, 11, 12, 20, 21, first.pages]
  for (const number of around) for (const { _id } of (await page(number)).products) idsSeen.add(_id)
  expect(idsSeen.size).toBe((around.length - 1) * ADMIN_PAGE_SIZE + (first.total % ADMIN_PAGE_SIZE))
})

test('a large shop counts its lists when it starts, for visitors and for the sitemap', async () => {
  const { db, get, app, shop } = await largeShop()
  const { countLists } = await servePages(app, { ...shop, fresh: () => true, owns: [], mostInFile: 1_000 })
  await countLists()
  for (const path of ['/shop', '/category/pens', '/sitemap.xml']) {
    const statements = recordStatements(db)
    expect((await get(path)).statusCode, path).toBe(200)
    let rows = 0
    for (const statement of statements()) rows += await rowsReadBy(db, statement)
    expect(rows, path).toBeLessThan(4 * MOST_ROWS)
  }
})

test('the last pages of a list have the products that lead to its end', async () => {
  const { db, get } = await largeShop()
  for (const [sort, order] of [
    ['newest', 'created_at desc nulls last, id'],
    ['-price', 'price_cents desc, id desc'],
    ['name', 'lower(name), id'],
  ]) {
    const { rows } = await db.$client.query<{ id: string }>(
      `select id from products where deleted_at is null and not draft and parent_id is null order by ${order}`,
    )
    for (const back of [0, 1, 7]) {
      const number = Math.ceil(rows.length / PAGE_SIZE) - back
      const { products } = (await get(`/api/products?sort=${sort}&pageNumber=${number}`)).json<ProductPage>()
      const expectedIds = rows.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map(({ id }) => id)
      expect([sort, back, products.map(({ _id }) => _id)]).toEqual([sort, back, expectedIds])
    }
  }
})

test('lists and related products with choices among them are found by an index', async () => {
  const { db, get } = await largeShop()
  const { rows } = await db.$client.query<{ category: string; slug: string }>(
    'select category, slug from products where qty > 0 order by created_at desc limit 1',
  )
  const [{ category = '', slug = '' } = {}] = rows
  for (let more = 0; more < 5; more++) await family(db, { category })
  await db.$client.query('analyze')
  for (const path of ['products', `products?category=${category}`, `products/${slug}/related`]) {
    const statements = recordStatements(db)
    expect((await get(`/api/${path}`)).statusCode, path).toBe(200)
    for (const statement of statements().filter((statement) => !countsAll(path, statement)))
      expect(await tablesScanned(db, statement), `${path}\n${statement.text}`).toEqual([])
  }
})

test('products are read by plans that are made once', async () => {
  const { db } = await testDatabase()
  const bowl = await product(db)
  for (let more = 0; more < 50; more++) await product(db)
  await db.$client.query('analyze')
  const catalog = openCatalog(db)
  // PostgreSQL makes five plans for a statement before it compares their cost with that of one for all executions.
  for (let times = 0; times < 10; times++) {
    await catalog.product(bowl.slug)
    await catalog.product(bowl.id)
    await catalog.productById(bowl.id)
  }
  const { rows } = await db.$client.query<{ name: string; plans: number }>(
    `select name, custom_plans::int as plans from pg_prepared_statements
     where name in ('products_by_slug', 'products_by_id', 'products_of_list') order by name`,
  )
  expect(rows).toEqual([
    { name: 'products_by_id', plans: 5 },
    { name: 'products_by_slug', plans: 5 },
    { name: 'products_of_list', plans: 5 },
  ])
})

test('a table that is read row by row is noticed', async () => {
  const { db } = await testApp()
  await fillLargeShop(db, { products: 60, orders: 60, users: 60, coupons: 5 })
  const statement = { text: 'select * from users where password_hash = $1', values: ['none'] }
  expect(await tablesScanned(db, statement)).toEqual(['users: 60'])
})
