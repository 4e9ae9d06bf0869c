import { access } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { fillLargeShop, shopSize } from '#app/server/demo/large-shop.ts'
import { PAGE_SIZE } from '#contract/defaults.ts'
import { ADMIN_PAGE_SIZE } from '#contract/lists.ts'
import '#app/server/features.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { type Cluster, startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { deleteAbandoned } from '#server/shop/orders/abandoned-orders.ts'
import { refreshTotals } from '#server/shop/totals/refresh-totals.ts'
import { runSql } from '#server/testing/cluster.ts'
import { admin, session } from '#server/testing/factories.ts'
import { isReading, planOf, rowsRead, type Statement, scannedTables } from '#server/testing/plans.ts'
import { checkout } from './checkouts.ts'
import type { TableRow } from './figures.ts'
import { median, roundTo } from './figures.ts'
import { type Landmarks, READS, type ReadCase } from './growth-reads.ts'
import { fetchOnce } from './loads.ts'
import { prove, provenRow } from './proofs.ts'
import { type ShopServer, startShopServer } from './servers.ts'

/** Products and orders: each shop has ten times as much as the one before. */
const SIZES: [number, number][] = [
  [100, 1_000],
  [1_000, 10_000],
  [10_000, 100_000],
  [100_000, 1_000_000],
]
/**
 * A shop takes minutes to fill, so it stays for the next run, in `BENCH_FOLDER`. `BENCH_SHOPS` names some of the shops by
 * their numbers of products, as in `100,100000`, and `BENCH_READS` a part of what is read.
 */
const { BENCH_FOLDER = '.cache/growth', BENCH_SHOPS, BENCH_READS = '' } = process.env
const ROUNDS = 5
/** No more rounds of a case are begun after that long. */
const LONGEST_MS = 3_000
/** The most that the largest shop may take of the time of the smallest one. */
const BAR = 3
/** A table that is read from its beginning counts as read row by row from so many rows on. */
const FEW_ROWS = 100
const TABLES = [
  'orders',
  'order_items',
  'products',
  'users',
  'stock_ledger',
  'product_trace',
  'payment_attempts',
  'holds',
  'payment_log',
  'outbox',
  'refunds',
]

type Shop = {
  label: string
  server: ShopServer
  database: pg.Client
  landmarks: Landmarks
  tokens: Record<ReadCase['as'], string | undefined>
  agent: Agent
  stop(): Promise<void>
}

/**
 * Everything that a person waits for, in shops of four sizes, each with a real process, after a change of a product and
 * of the settings, so with no page or answer in a cache; all shops in turn. The milliseconds and rows of the database are
 * those of the query plans of the largest shop.
 */
export async function measureGrowth(): Promise<TableRow[]> {
  const shops: Shop[] = []
  try {
    for (const [products, orders] of SIZES)
      if (!BENCH_SHOPS || BENCH_SHOPS.split(',').includes(String(products)))
        shops.push(await openShop(products, orders))
    const lines: TableRow[] = []
    for (const readCase of READS.filter(({ what }) => what.includes(BENCH_READS))) {
      const line = await provenRow(readCase.what, () => compareShops(readCase, shops))
      console.log(Object.values(line).join(' | '))
      lines.push(line)
    }
    lines.push(await provenRow('checkout', () => compareCheckouts(shops)))
    return lines
  } finally {
    for (const shop of shops) await shop.stop()
  }
}

async function openShop(products: number, orders: number): Promise<Shop> {
  const folder = join(BENCH_FOLDER, String(products))
  const isFilled = await access(join(folder, 'postgres')).then(
    () => true,
    () => false,
  )
  const cluster = await startEmbedded(join(folder, 'postgres'))
  await migrateDatabase(cluster.url)
  if (!isFilled) await fill(cluster, products, orders)
  await runHourlyJobs(cluster)
  const database = new pg.Client({
    connectionString: cluster.url,
    options: '-c pg_trgm.word_similarity_threshold=0.45',
  })
  await database.connect()
  const landmarks = await landmarksOf(database)
  const tokens = await signIn(cluster, landmarks)
  const server = await startShopServer({
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: '0',
    LOG_LEVEL: 'error',
    REPORT_CLEARED: '1',
  })
  const agent = new Agent({ keepAlive: true })
  const stop = async () => {
    agent.destroy()
    await server.stop()
    await database.end()
    await cluster.stop()
  }
  return { label: [products, orders].map(inThousands).join(' · '), server, database, landmarks, tokens, agent, stop }
}

const inThousands = (count: number) => count.toLocaleString('en-US')

/** Does what a shop has done that has run for an hour: no order is deleted while pages of orders are counted. */
async function runHourlyJobs(cluster: Cluster) {
  const db = openDatabase(cluster.url)
  while ((await deleteAbandoned(db)) > 0);
  const began = performance.now()
  await refreshTotals(db, { withDemo: true })
  await db.$client.end()
  console.log(`totals cached within ${roundTo((performance.now() - began) / 1000, 1)} s`)
}

async function fill(cluster: Cluster, products: number, orders: number) {
  const db = openDatabase(cluster.url, 1)
  await fillLargeShop(db, shopSize(products, orders), { report: (line) => console.log(line) })
  await db.$client.end()
  const { rows } = await runSql(cluster.url, 'select count(*)::int as orders from orders')
  prove([{ what: 'orders', counted: rows[0]?.orders, least: orders, most: orders }])
}

/** The place of the page of orders before the one in the middle. */
const nearSql = (order: string) => `(
  select at.page || '_' || id from orders, lateral (
    select greatest(1, ceil(count(*) / 2.0 / ${ADMIN_PAGE_SIZE})::int - 1) as page from orders) at
  where deleted_at is null order by ${order}
  offset (select greatest(0, ceil(count(*) / 2.0 / ${ADMIN_PAGE_SIZE})::int - 2) * ${ADMIN_PAGE_SIZE} from orders) limit 1)`

async function landmarksOf(database: pg.Client): Promise<Landmarks> {
  const { rows } = await database.query<Landmarks>(`
    with months as (select to_char(max(paid_at) - interval '1 month', 'YYYY-MM') as month from orders),
      counts as (select count(*) filter (where parent_id is null) as products from products),
      middle as (select id, slug, name, category, color from products where axes is null and parent_id is null
        order by created_at, id offset (select products / 2 from counts) limit 1)
    select middle.slug, middle.category, month, to_char((month || '-01')::date - interval '11 months', 'YYYY-MM') as "yearBefore",
      split_part(middle.name, ' ', 3) as "rareWord",
      array[jsonb_build_object('product', middle.id, 'category', middle.category, 'slugs', jsonb_build_array(middle.category),
        'color', middle.color, 'details', true, 'lists', true, 'enters', true)::text, '{"table":"settings"}'] as notices,
      (select slug from products where axes is not null order by created_at desc limit 1) as family,
      (select coalesce(p.parent_id, p.id) from holds h join products p on p.id = h.product_id group by 1
        order by sum(h.qty) desc limit 1) as "bestSeller",
      (select id from orders where paid_at is not null order by number desc limit 1) as "order",
      (select user_id from orders group by 1 order by abs(count(*) - 10), 1 limit 1) as customer,
      month || '-01' as "firstDay", (date (month || '-01') + interval '1 month' - interval '1 day')::date::text as "lastDay",
      ceil(products / 2.0 / ${PAGE_SIZE})::int as "productsPage",
      ceil(products / 2.0 / ${ADMIN_PAGE_SIZE})::int as "adminProductsPage",
      ceil((select count(*) from orders) / 2.0 / ${ADMIN_PAGE_SIZE})::int as "ordersPage",
      ${nearSql('number desc')} as "nearOrders", ${nearSql('total_cents desc, number desc')} as "nearTotals",
      ceil((select count(*) from users) / 2.0 / ${ADMIN_PAGE_SIZE})::int as "customersPage"
    from months, counts, middle`)
  const [landmarks] = rows
  if (!landmarks) throw new Error('The shop is empty.')
  return landmarks
}

async function signIn(cluster: Cluster, { customer }: Landmarks): Promise<Shop['tokens']> {
  const db = openDatabase(cluster.url, 1)
  const { token } = await admin(db, { email: `admin-${Date.now()}@bench.example` })
  const tokens = { visitor: undefined, customer: await session(db, customer), admin: token }
  await db.$client.end()
  return tokens
}

async function compareShops(readCase: ReadCase, shops: Shop[]): Promise<TableRow> {
  const times = shops.map((): number[] => [])
  // In the end those of the largest shop in the last round.
  let statements: Statement[] = []
  const began = performance.now()
  for (let round = 0; round < ROUNDS && (round < 2 || performance.now() < began + LONGEST_MS); round++)
    for (const [at, shop] of shops.entries())
      statements = await shop.server.statements(async () => times[at]?.push(await ask(shop, readCase)))
  // What comes first warms the database up.
  const medians = times.map((all) => median(all.slice(1)))
  return {
    ...lineOf(readCase.what, shops, medians),
    ...(await readsOf(shops.at(-1) as Shop, statements)),
    ...(readCase.because !== undefined && { because: readCase.because }),
  }
}

function lineOf(what: string, shops: Shop[], medians: number[]): TableRow {
  const ratio = roundTo((medians.at(-1) ?? 0) / (medians[0] ?? 0), 1)
  return {
    what,
    ...Object.fromEntries(shops.map(({ label }, at) => [`${label}, ms`, roundTo(medians[at] ?? 0, 1)])),
    ratio,
    [`below ${BAR}`]: ratio < BAR ? 'yes' : 'NO',
  }
}

/** The milliseconds that the shop takes for an answer that is in no cache; of a file for 1,000 rows. */
async function ask({ server, database, landmarks, tokens, agent }: Shop, { what, path, as, isFile }: ReadCase) {
  if (as === 'visitor') {
    const clearing = server.cleared(landmarks.notices.length)
    for (const notice of landmarks.notices) await database.query(`select pg_notify('catalog', $1)`, [notice])
    await clearing
  }
  const token = tokens[as]
  const before = await server.counts()
  const began = performance.now()
  const { status, lines } = await fetchOnce(
    server.url + path(landmarks),
    { 'accept-encoding': isFile ? 'identity' : 'br', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    agent,
  )
  const ms = performance.now() - began
  const after = await server.counts()
  prove([
    { what: `answers with 200 for ${what} (${path(landmarks)}: ${status})`, counted: Number(status === 200), least: 1 },
    as === 'visitor'
      ? { what: 'pages and answers made', counted: after.pages - before.pages, least: 1, most: 1 }
      : { what: 'statements', counted: after.queries - before.queries, least: 1 },
    { what: 'rows', counted: isFile ? lines : 1, least: 1 },
  ])
  return isFile ? (ms / lines) * 1_000 : ms
}

/** What the database does by the plans of the statements: milliseconds, rows, and tables read row by row. */
async function readsOf(shop: Shop, statements: Statement[]): Promise<TableRow> {
  let [all, rows] = [0, 0]
  const tablesScanned = new Set<string>()
  for (const statement of statements.filter(isReading)) {
    const { plan, ms } = await planOf(shop.database, statement)
    all += ms
    rows += rowsRead(plan)
    for (const { table, rows } of scannedTables(plan))
      if (rows > FEW_ROWS && TABLES.includes(table)) tablesScanned.add(table)
  }
  return { 'database ms': roundTo(all, 1), 'rows read': Math.round(rows), 'read whole': [...tablesScanned].join(', ') }
}

/** An order placed, verified, paid and confirmed: of a product that there is plenty of. */
async function compareCheckouts(shops: Shop[]): Promise<TableRow> {
  const products: string[] = []
  for (const { database } of shops) {
    const { rows } = await database.query(
      'select id from products where axes is null and asks is null and parent_id is null order by qty desc limit 1',
    )
    products.push(rows[0].id)
  }
  const times = shops.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, { server, tokens, agent }] of shops.entries()) {
      const began = performance.now()
      const { isPaid } = await checkout(server.url, { token: tokens.customer ?? '', agent, product: products[at] })
      times[at]?.push(performance.now() - began)
      prove([{ what: 'paid orders', counted: Number(isPaid), least: 1 }])
    }
  return lineOf(
    'checkout: placed, verified, paid, confirmed',
    shops,
    times.map((all) => median(all.slice(1))),
  )
}
