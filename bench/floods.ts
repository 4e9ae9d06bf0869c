import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { hashOf, newToken } from '#server/accounts/tokens.ts'
import { type Database, migrateUp, openDatabase } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { fillLargeShop } from '#server/db/large-shop.ts'
import { products, sessions, users } from '#server/db/schema.ts'
import { median, rounded } from './figures.ts'
import type { Answers, Flood } from './flooding.ts'
import { fetchOnce } from './loads.ts'
import type { Line } from './main.ts'
import { type Server, startServer } from './servers.ts'

const SHOPPERS = 12
const ORDERS_EACH = 100
const LINES_EACH = 42
/** Idle and flooded in turn, so that whatever else the machine does meets both alike. */
const ROUNDS = 9
const MEASURED_MS = 4_000
const BAR = 3
/** Words that are all misspelled, so that the search looks for what is like them. */
const MISSPELLED = encodeURIComponent('wallnut zinia keychian ribon glitttr tumbller ceramc leathr')
const READS = [
  '/api/orders/myorders',
  `/api/products?keyword=${MISSPELLED}`,
  '/api/products/suggestions?keyword=wallnt',
]
const VISITS = { page: '/products/', list: '/api/products', search: '/api/products?keyword=walnut' }

/** What shoppers may be answered: reads are served or wait, and of orders most are too many. */
const EXPECTED = /^(.* (200|503)|\/api\/orders (201|429))$/

type Visit = keyof typeof VISITS
type Times = Record<Visit, number[]>
type Round = { idle: Times; busy: Times }

/** What another visitor waits for while twelve shoppers with a hundred large orders each ask for everything they may. */
export async function measureFlood(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const { tokens, pieces } = await fill(folder)
  const env = { DATA_DIR: folder, DATABASE_URL: '', DEMO: '0', LOG_LEVEL: 'silent', ROBOT_CHECK: 'off' }
  const shop = await startServer('shop', { ...env, RATE_LIMITS: 'on' })
  const crowd = fork(new URL('flooding.ts', import.meta.url))
  const address = { address: '1 Main Street', city: 'Denver', state: 'CO', postalCode: '80202' }
  const orderItems = pieces.map(({ id }) => ({ product: id, qty: 1 }))
  const flood = {
    url: shop.url,
    tokens,
    reads: READS,
    orderBody: { orderItems, shippingAddress: address },
    ms: MEASURED_MS,
  }
  const rounds: Round[] = []
  const answers: Answers = {}
  const slug = pieces[0]?.slug ?? ''
  try {
    // What runs for the first time is slower.
    await visitDuring(newTimes(), shop, slug, floodBy(crowd, flood))
    for (let round = 0; round < ROUNDS; round++) {
      const [idle, busy] = [newTimes(), newTimes()]
      await visitDuring(idle, shop, slug, setTimeout(MEASURED_MS))
      const work = floodBy(crowd, flood)
      await visitDuring(busy, shop, slug, work)
      rounds.push({ idle, busy })
      for (const [what, count] of Object.entries(await work)) answers[what] = (answers[what] ?? 0) + count
    }
    requireFlood(answers)
    return [...visitLines(rounds), ...Object.entries(answers).map(([what, count]) => ({ what, answers: count }))]
  } finally {
    crowd.kill()
    await shop.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const newTimes = (): Times => ({ page: [], list: [], search: [] })

/** Throws unless every shopper was answered in every round, and none otherwise than the limits have it. */
function requireFlood(answers: Answers) {
  const unexpected = Object.keys(answers).filter((what) => !EXPECTED.test(what))
  if (unexpected.length > 0) throw new Error(`The shoppers were answered otherwise than expected: ${unexpected}.`)
  const served = Object.entries(answers).filter(([what]) => what.endsWith(' 200'))
  if (served.length < READS.length || served.some(([, count]) => count < SHOPPERS * ROUNDS))
    throw new Error(`The shoppers were served too little to be a flood: ${JSON.stringify(answers)}.`)
}

/** A visit's figures: each the median of the rounds, and so is the ratio. */
function visitLines(rounds: Round[]): Line[] {
  return (Object.keys(VISITS) as Visit[]).map((visit) => {
    const middle = (figure: (round: Round) => number, digits = 1) => rounded(median(rounds.map(figure)), digits)
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

/** Adds how long the visitor's calls took until `work` is done, in milliseconds. Throws when one is not answered well. */
async function visitDuring(times: Times, { url }: Server, slug: string, work: Promise<unknown>) {
  let isOver = false
  const over = work.finally(() => (isOver = true))
  while (!isOver) {
    for (const visit of Object.keys(VISITS) as Visit[]) {
      const began = performance.now()
      const { status } = await fetchOnce(url + VISITS[visit] + (visit === 'page' ? slug : ''), {})
      if (status !== 200) throw new Error(`The visitor's ${visit} was answered ${status}.`)
      times[visit].push(performance.now() - began)
    }
    await Promise.race([over, setTimeout(10)])
  }
}

/** A shop with accounts that have as many orders as one call answers; their tokens, and what they order. */
async function fill(folder: string) {
  const cluster = await startEmbedded(join(folder, 'postgres'))
  await migrateUp(cluster.url)
  const db = openDatabase(cluster.url, 1)
  await fillLargeShop(db, { products: 2_000, orders: 2_000, users: 200, coupons: 10 })
  const pieces = await db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(sql`qty > 0 and not draft and deleted_at is null`)
    .limit(LINES_EACH)
  const tokens: string[] = []
  for (let shopper = 0; shopper < SHOPPERS; shopper++) tokens.push(await addShopper(db, shopper))
  await db.execute(sql`analyze orders, order_items`)
  await db.$client.end()
  await cluster.stop()
  return { tokens, pieces }
}

async function addShopper(db: Database, shopper: number) {
  const token = newToken()
  const account = { name: 'Greedy Shopper', email: `greedy-${shopper}@shopper.example`, passwordHash: 'none' }
  const [user] = await db.insert(users).values(account).returning({ id: users.id })
  await db.insert(sessions).values({ tokenHash: hashOf(token), userId: user?.id ?? '' })
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
