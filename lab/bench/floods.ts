import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { fillLargeShop } from '#app/server/demo/large-shop.ts'
import { type Database, openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { hashToken, newToken } from '#server/shop/accounts/tokens.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { products } from '#server/shop/schema/catalog.ts'
import { sessions, users } from '#server/shop/schema/users.ts'
import type { TableRow } from './figures.ts'
import { median, roundTo } from './figures.ts'
import type { Answers, Flood } from './flood-crowd.ts'
import { fetchOnce } from './loads.ts'
import { type Claim, prove, provenRow } from './proofs.ts'
import { type Server, startShopServer } from './servers.ts'

const SHOPPERS = 12
const ORDERS_EACH = 100
const LINES_EACH = 42
/** Idle and flooded in turn, so that whatever else the machine does meets both alike. */
const ROUNDS = 9
const MEASURED_MS = 4_000
const BAR = 3
/** In each round, of each thing a visitor asks for: fewer do not have a p99. */
const LEAST_VISITS = 50
/** Words that are all misspelled, so that the search looks for what is like them. */
const MISSPELLED_WORDS = encodeURIComponent('wallnut zinia keychian ribon glitttr tumbller ceramc leathr')
const READS = [
  '/api/orders/myorders',
  `/api/products?keyword=${MISSPELLED_WORDS}`,
  '/api/products/suggestions?keyword=wallnt',
]
const VISITS = { page: '/products/', list: '/api/products', search: '/api/products?keyword=walnut' }

/** Answers that the crowd may get: pages or "busy" for reads, and 429 for most orders. */
const CROWD_ANSWER_PATTERN = /^(.* (200|503)|\/api\/orders (201|429))$/

type Visit = keyof typeof VISITS
type Times = Record<Visit, number[]>
type Round = { idle: Times; busy: Times }
type Visitor = { times: Times; refused: number }

/** What another visitor waits for while twelve shoppers with a hundred large orders each ask for everything they may. */
export async function measureFlood(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const { tokens, pieces } = await fill(folder)
  const env = { DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', LOG_LEVEL: 'silent' }
  const shop = await startShopServer({ ...env, RATE_LIMITS: 'on' })
  const crowd = fork(new URL('flood-crowd.ts', import.meta.url))
  const address = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202' }
  const orderItems = pieces.map(({ id }) => ({ product: id, qty: 1 }))
  const flood = {
    url: shop.url,
    tokens,
    reads: READS,
    orderBody: { orderItems, shippingAddress: address },
    ms: MEASURED_MS,
  }
  const slug = pieces[0]?.slug ?? ''
  try {
    return await Promise.all(linesOf(await floodResult(shop, slug, () => floodBy(crowd, flood))))
  } finally {
    crowd.kill()
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type FloodResult = { rounds: Round[]; answers: Answers; refused: number }

/** Idle and flooded rounds, what the crowd was answered in them, and how often the visitor was refused. */
async function floodResult(shop: Server, slug: string, startFlood: () => Promise<Answers>): Promise<FloodResult> {
  const rounds: Round[] = []
  const answers: Answers = {}
  let refusals = 0
  // What runs for the first time is slower.
  await visitDuring(shop, slug, startFlood())
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await visitDuring(shop, slug, setTimeout(MEASURED_MS))
    const work = startFlood()
    const busy = await visitDuring(shop, slug, work)
    rounds.push({ idle: idle.times, busy: busy.times })
    refusals += idle.refused + busy.refused
    for (const [what, count] of Object.entries(await work)) answers[what] = (answers[what] ?? 0) + count
  }
  return { rounds, answers, refused: refusals }
}

/** The visitor's lines, and what the crowd was answered. A line has no figures when the crowd did not flood the shop. */
function linesOf({ rounds, answers, refused }: FloodResult): Promise<TableRow>[] {
  const claims = [
    ...crowdClaims(answers),
    { what: 'refusals of a visitor', counted: refused, least: 0, most: 0 },
    ...(Object.keys(VISITS) as Visit[]).map((visit) => ({
      what: `visits of the ${visit} during the flood`,
      counted: rounds.reduce((sum, { busy }) => sum + busy[visit].length, 0),
      least: LEAST_VISITS * ROUNDS,
    })),
  ]
  const proofOf = (line: TableRow) =>
    provenRow(String(line.what), async () => {
      prove(claims)
      return line
    })
  const answerRows = Object.entries(answers).map(([what, count]) => ({ what: `the crowd's ${what}`, answers: count }))
  return [...visitLines(rounds), ...answerRows].map(proofOf)
}

/** Every shopper of the crowd read everything in every round, kept on placing orders, and was not answered otherwise. */
function crowdClaims(answers: Answers): Claim[] {
  const countOf = (path: string, ...statuses: number[]) =>
    statuses.reduce((sum, status) => sum + (answers[`${path} ${status}`] ?? 0), 0)
  const least = SHOPPERS * ROUNDS
  const unexpectedAnswers = Object.keys(answers).filter((what) => !CROWD_ANSWER_PATTERN.test(what))
  return [
    ...READS.map((path) => pathOf(path)).map((path) => ({
      what: `answers 200 of ${path}`,
      counted: countOf(path, 200),
      least,
    })),
    { what: 'answers 201 or 429 of /api/orders', counted: countOf('/api/orders', 201, 429), least },
    { what: `other answers (${unexpectedAnswers})`, counted: unexpectedAnswers.length, least: 0, most: 0 },
  ]
}

const pathOf = (address: string) => address.split('?')[0] ?? ''

/** A visit's figures: each the median of the rounds, and so is the ratio. */
function visitLines(rounds: Round[]): TableRow[] {
  return (Object.keys(VISITS) as Visit[]).map((visit) => {
    const middle = (figure: (round: Round) => number, digits = 1) => roundTo(median(rounds.map(figure)), digits)
    const ratio = middle(({ idle, busy }) => p99(busy[visit]) / p99(idle[visit]), 2)
    return {
      what: `a visitor's ${visit}`,
      answers: rounds.reduce((sum, { busy }) => sum + busy[visit].length, 0),
      'idle p99 ms': middle(({ idle }) => p99(idle[visit])),
      'flood p50 ms': middle(({ busy }) => median(busy[visit])),
      'flood p99 ms': middle(({ busy }) => p99(busy[visit])),
      ratio,
      [`at most ${BAR}`]: ratio <= BAR ? 'yes' : 'NO',
    }
  })
}

/** Answers how often the shoppers were answered with what. */
async function floodBy(crowd: ChildProcess, flood: Flood): Promise<Answers> {
  crowd.send(flood)
  const [answers] = await once(crowd, 'message')
  return answers
}

/** How long the visitor's calls took until `work` is done, in milliseconds, and how many were not answered 200. */
async function visitDuring({ url }: Server, slug: string, work: Promise<unknown>): Promise<Visitor> {
  const times: Times = { page: [], list: [], search: [] }
  let refusals = 0
  let isOver = false
  const over = work.finally(() => (isOver = true))
  while (!isOver) {
    for (const visit of Object.keys(VISITS) as Visit[]) {
      const began = performance.now()
      const { status } = await fetchOnce(url + VISITS[visit] + (visit === 'page' ? slug : ''), {})
      if (status !== 200) refusals++
      times[visit].push(performance.now() - began)
    }
    await Promise.race([over, setTimeout(10)])
  }
  return { times, refused: refusals }
}

/** A shop with accounts that have as many orders as one call answers; their tokens, and what they order. */
async function fill(folder: string) {
  const cluster = await startEmbedded(join(folder, 'postgres'))
  await migrateDatabase(cluster.url)
  const db = openDatabase(cluster.url, 1)
  await fillLargeShop(db, { products: 2_000, orders: 2_000, users: 200, coupons: 10 })
  const productRows = await db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(sql`qty > 0 and not draft and deleted_at is null`)
    .limit(LINES_EACH)
  const tokens: string[] = []
  for (let shopper = 0; shopper < SHOPPERS; shopper++) tokens.push(await addShopper(db, shopper))
  await db.execute(sql`analyze orders, order_items`)
  await db.$client.end()
  await cluster.stop()
  return { tokens, pieces: productRows }
}

async function addShopper(db: Database, shopper: number) {
  const token = newToken()
  const account = { name: 'Greedy Shopper', email: `greedy-${shopper}@shopper.example`, passwordHash: 'none' }
  const [user] = await db.insert(users).values(account).returning({ id: users.id })
  await db.insert(sessions).values({ tokenHash: hashToken(token), userId: user?.id ?? '' })
  await db.execute(sql`
    with placed as (
      insert into orders (user_id, address, city, address_state, postal_code, country, payment_method,
        items_cents, shipping_cents, tax_cents, discount_cents, total_cents, request_hash)
      select ${user?.id}, '1 Main Street', 'Denver', 'CO', '80202', 'USA', 'Square', 0, 0, 0, 0, 0, 'bench'
      from generate_series(1, ${ORDERS_EACH}) returning id),
    pieces as (select id, name, row_number() over () as line from products limit ${LINES_EACH})
    insert into order_items (order_id, line, product_id, name, image, qty, price_cents)
    select placed.id, pieces.line, pieces.id, pieces.name, '/images/none.jpg', 1, 0 from placed, pieces`)
  return token
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
