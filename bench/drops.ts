import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ShopEnv } from '#scripts/start-shop.ts'
import { openDatabase } from '#server/db/client.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { databaseUrl, runSql } from '#server/testing/cluster.ts'
import { category, user } from '#server/testing/factories.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { checkout } from './checkouts.ts'
import type { TableRow } from './figures.ts'
import { median, rounded } from './figures.ts'
import type { PageTimes, PageVisits } from './page-visitors.ts'
import { type Claim, prove, provenRow } from './proofs.ts'
import { type Server, startShopServer } from './servers.ts'

const ROUNDS = 5
const ROUND_MS = 8_000
const CHECKOUTS_PER_SECOND = 20
/** The page that nothing sold is on, and the list that every sale changes, in loads a second. */
const CACHED_PAGE = '/products/walnut-bowl'
const LIST = '/category/pens'
const LOADS_PER_SECOND = { [CACHED_PAGE]: 200, [LIST]: 50 }
const PIECES = 3_000
const SHOPPERS = 50
const BAR = 2

type Shop = { server: Server; url: string; pieces: string[]; tokens: string[] }
type Phase = { pages: PageTimes['times']; refused: number; checkouts: number[]; rendered: number; paid: number }
type Round = { pages: Phase; checkouts: Phase; both: Phase }

/**
 * Page loads and checkouts of one-of-a-kind pieces, each alone and both together, at fixed rates. The page is cached
 * throughout; the list shows the pieces, so each sale removes it from the cache.
 */
export async function measureDrop(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const cluster = await startEmbedded(join(folder, 'shop'))
    closers.push(cluster.stop)
    const cardCluster = await startEmbedded(join(folder, 'card-service'), { durable: false })
    closers.push(cardCluster.stop)
    const simulator = await startSimulatorProcess(cardCluster.url)
    closers.push(simulator.stop)
    const shop = await openShop(cluster.url, { ...simulator.env, DATA_DIR: folder })
    closers.push(shop.server.stop)
    const visitors = fork(new URL('page-visitors.ts', import.meta.url))
    closers.push(async () => visitors.kill())
    return await Promise.all(linesOf(await measure(shop, visitors)))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function openShop(clusterUrl: string, env: ShopEnv): Promise<Shop> {
  await runSql(clusterUrl, 'create database shop')
  const url = databaseUrl(clusterUrl, 'shop')
  await migrateDatabase(url)
  const db = openDatabase(url)
  await category(db, 'pens')
  await category(db, 'bowls')
  const tokens: string[] = []
  while (tokens.length < SHOPPERS) tokens.push((await user(db)).token)
  await db.$client.end()
  await runSql(
    url,
    `insert into products (sku, name, price_cents, qty, one_of_a_kind, description, category, slug)
     select 'SKU-' || n, 'Walnut Pen ' || n, 500, 1, true, 'Turned by hand.', 'pens', 'walnut-pen-' || n
     from generate_series(1, ${PIECES}) n
     union all select 'BOWL', 'Walnut Bowl', 500, 1, true, 'Turned by hand.', 'bowls', 'walnut-bowl'`,
  )
  await runSql(url, `insert into stock_ledger (product_id, delta, reason) select id, 1, 'created' from products`)
  await runSql(url, 'vacuum analyze')
  const { rows } = await runSql(url, `select id from products where category = 'pens'`)
  const server = await startShopServer({ ...env, DATABASE_URL: url, DEMO: '0', LOG_LEVEL: 'error' })
  return { server, url, pieces: rows.map(({ id }) => id), tokens }
}

async function measure(shop: Shop, visitors: ChildProcess): Promise<Round[]> {
  const rounds: Round[] = []
  // What runs for the first time is slower.
  await phase(shop, visitors)
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      pages: await phase(shop, visitors, { checkouts: false }),
      checkouts: await phase(shop, undefined),
      both: await phase(shop, visitors),
    })
  return rounds
}

async function phase(shop: Shop, visitors: ChildProcess | undefined, { checkouts = true } = {}): Promise<Phase> {
  const { server, url } = shop
  const paid = async () => {
    const { rows } = await runSql(url, `select count(*)::int as paid from orders where state = 'paid'`)
    return Number(rows[0]?.paid)
  }
  const [before, paidBefore] = [await server.counts(), await paid()]
  const [loaded, took] = await Promise.all([
    visitors ? visitsBy(visitors, { url: server.url, perSecond: LOADS_PER_SECOND, ms: ROUND_MS }) : NO_VISITS,
    checkouts ? checkoutsOf(shop) : [],
  ])
  const after = await server.counts()
  return {
    pages: loaded.times,
    refused: loaded.refused,
    checkouts: took,
    rendered: after.pages - before.pages,
    paid: (await paid()) - paidBefore,
  }
}

const NO_VISITS: PageTimes = { times: {}, refused: 0 }

async function visitsBy(visitors: ChildProcess, visits: PageVisits): Promise<PageTimes> {
  visitors.send(visits)
  const [times] = await once(visitors, 'message')
  return times
}

/** Begins so many checkouts a second, each of the next piece. Answers how long each took, in milliseconds. */
async function checkoutsOf({ server, pieces, tokens }: Shop) {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const buy = async (number: number) => {
    const token = tokens[number % tokens.length] ?? ''
    const began = performance.now()
    const order = await checkout(server.url, { token, agent, product: pieces.pop() })
    if (order.isPaid) times.push(performance.now() - began)
  }
  const started = performance.now()
  const all: Promise<void>[] = []
  for (let number = 0; number < (ROUND_MS / 1_000) * CHECKOUTS_PER_SECOND; number++) {
    await setTimeout(Math.max(0, started + (number * 1_000) / CHECKOUTS_PER_SECOND - performance.now()))
    all.push(buy(number))
  }
  await Promise.all(all)
  agent.destroy()
  return times
}

function linesOf(rounds: Round[]): Promise<TableRow>[] {
  const lines: [what: string, alone: (round: Round) => number[], together: (round: Round) => number[]][] = [
    ['a cached page', ({ pages }) => pages.pages[CACHED_PAGE] ?? [], ({ both }) => both.pages[CACHED_PAGE] ?? []],
    ['the list of the pieces', ({ pages }) => pages.pages[LIST] ?? [], ({ both }) => both.pages[LIST] ?? []],
    ['a checkout', ({ checkouts }) => checkouts.checkouts, ({ both }) => both.checkouts],
  ]
  return lines.map(([what, alone, together]) =>
    provenRow(what, async () => {
      prove(rounds.flatMap(claimsOf))
      const of = (figure: (round: Round) => number, digits = 1) => rounded(median(rounds.map(figure)), digits)
      const ratio = of((round) => p99(together(round)) / p99(alone(round)), 2)
      return {
        what,
        answers: rounds.reduce((sum, round) => sum + together(round).length, 0),
        'alone p50 ms': of((round) => median(alone(round))),
        'alone p99 ms': of((round) => p99(alone(round))),
        'together p50 ms': of((round) => median(together(round))),
        'together p99 ms': of((round) => p99(together(round))),
        ratio,
        [`at most ${BAR}`]: ratio <= BAR ? 'yes' : 'NO',
      }
    }),
  )
}

/** Every checkout was paid, no page refused, and only sales made the list render again. */
function claimsOf({ pages, checkouts, both }: Round): Claim[] {
  const seconds = ROUND_MS / 1_000
  const sales = seconds * CHECKOUTS_PER_SECOND
  const loads = seconds * Object.values(LOADS_PER_SECOND).reduce((sum, rate) => sum + rate, 0)
  const loaded = (phase: Phase) => Object.values(phase.pages).reduce((sum, { length }) => sum + length, 0)
  return [
    ...[checkouts, both].map(({ paid }) => ({ what: 'paid orders', counted: paid, least: sales, most: sales })),
    ...[pages, both].map((one) => ({ what: 'pages loaded', counted: loaded(one), least: loads })),
    { what: 'refused pages', counted: pages.refused + both.refused, least: 0, most: 0 },
    { what: 'pages rendered without sales', counted: pages.rendered, least: 0, most: 5 },
    { what: 'pages rendered beside sales', counted: both.rendered, least: seconds * 2, most: sales / 2 },
  ]
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
