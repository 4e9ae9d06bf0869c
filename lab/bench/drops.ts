import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShopEnv } from '#scripts/start-shop.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { databaseUrl, runSql } from '#server/testing/cluster.ts'
import { category, user } from '#server/testing/factories.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import type { Purchases } from './drop-shoppers.ts'
import type { TableRow } from './figures.ts'
import { median, roundTo } from './figures.ts'
import type { PageLoad, PageLoads, PageVisits } from './page-visitors.ts'
import { type Claim, prove, provenRow } from './proofs.ts'
import { type ShopServer, startShopServer } from './servers.ts'

const ROUNDS = 5
const ROUND_MS = 8_000
const CHECKOUTS_PER_SECOND = 20
/** The page that nothing sold is on, and the list that every sale changes, in loads a second. */
const CACHED_PAGE = '/products/walnut-bowl'
const LIST = '/category/pens'
const LOADS_PER_SECOND = { [CACHED_PAGE]: 200, [LIST]: 50 }
const PRODUCT_COUNT = 3_000
const SHOPPERS = 50
const BAR = 2

type Shop = { server: ShopServer; url: string; productIds: string[]; tokens: string[] }
type Crowd = { visitors: ChildProcess; buyers: ChildProcess }
type Phase = { pages: PageLoads['loads']; refused: number; checkouts: number[]; rendered: number; paid: number }
type Round = Record<'pages' | 'checkouts' | 'both' | 'beside', Phase>

/**
 * Page loads and checkouts of one-of-a-kind products, each alone and both together, at fixed rates, and the page loads
 * beside the same checkouts of another shop, with a process and a PostgreSQL of its own: what the machine alone makes a
 * page wait. The page is cached throughout; the list shows the products, so each sale removes it from the cache.
 */
export async function measureDrop(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const openedShop = async (name: string, env: Record<string, string>) => {
    const cluster = await startEmbedded(join(folder, name))
    closers.push(cluster.stop)
    const shop = await openShop(cluster.url, { ...env, DATA_DIR: join(folder, `${name}-data`) })
    closers.push(shop.server.stop)
    return shop
  }
  try {
    const cardCluster = await startEmbedded(join(folder, 'card-service'), { durable: false })
    closers.push(cardCluster.stop)
    const simulator = await startSimulatorProcess(cardCluster.url)
    closers.push(simulator.stop)
    const shop = await openedShop('shop', simulator.env)
    const other = await openedShop('other', simulator.env)
    const crowd = { visitors: startLoad('page-visitors.ts'), buyers: startLoad('drop-shoppers.ts') }
    closers.push(async () => Object.values(crowd).map((load) => load.kill()))
    return await Promise.all(linesOf(await measure(shop, other, crowd)))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** In a session of its own: Linux shares the cores among sessions, and what loads a shop is not on its machine. */
const startLoad = (file: string) => fork(new URL(file, import.meta.url), { detached: true })

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
     from generate_series(1, ${PRODUCT_COUNT}) n
     union all select 'BOWL', 'Walnut Bowl', 500, 1, true, 'Turned by hand.', 'bowls', 'walnut-bowl'`,
  )
  await runSql(url, `insert into stock_ledger (product_id, delta, reason) select id, 1, 'created' from products`)
  await runSql(url, 'vacuum analyze')
  const { rows } = await runSql(url, `select id from products where category = 'pens'`)
  const server = await startShopServer({ ...env, DATABASE_URL: url, DEMO: '0', LOG_LEVEL: 'error' })
  return { server, url, productIds: rows.map(({ id }) => id), tokens }
}

async function measure(shop: Shop, other: Shop, crowd: Crowd): Promise<Round[]> {
  const { visitors, buyers } = crowd
  const rounds: Round[] = []
  // What runs for the first time is slower.
  await phase(shop, crowd)
  await phase(other, crowd)
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      pages: await phase(shop, { visitors }),
      checkouts: await phase(shop, { buyers }),
      both: await phase(shop, crowd),
      beside: await phase(shop, crowd, other),
    })
  return rounds
}

/** The visitors load pages of the shop while the buyers buy, there or in another one. */
async function phase(shop: Shop, { visitors, buyers }: Partial<Crowd>, sells = shop): Promise<Phase> {
  const { server } = shop
  const paidCount = async () => {
    const { rows } = await runSql(sells.url, `select count(*)::int as paid from orders where state = 'paid'`)
    return Number(rows[0]?.paid)
  }
  const [before, paidBefore] = [await server.counts(), await paidCount()]
  const visits: PageVisits = { url: server.url, pid: server.pid, perSecond: LOADS_PER_SECOND, ms: ROUND_MS }
  const [pageLoads, checkouts] = await Promise.all([
    visitors ? answerOf<PageLoads>(visitors, visits) : NO_LOADS,
    buyers ? answerOf<number[]>(buyers, purchasesOf(sells)) : [],
  ])
  const after = await server.counts()
  return {
    pages: pageLoads.loads,
    refused: pageLoads.refused,
    checkouts,
    rendered: after.pages - before.pages,
    paid: (await paidCount()) - paidBefore,
  }
}

const NO_LOADS: PageLoads = { loads: {}, refused: 0 }

/** Each product is bought once in all phases. */
const purchasesOf = ({ server, productIds, tokens }: Shop): Purchases => ({
  url: server.url,
  productIds: productIds.splice(0, (ROUND_MS / 1_000) * CHECKOUTS_PER_SECOND),
  tokens,
  perSecond: CHECKOUTS_PER_SECOND,
})

async function answerOf<Answer>(load: ChildProcess, work: PageVisits | Purchases): Promise<Answer> {
  load.send(work)
  const [answer] = await once(load, 'message')
  return answer
}

function linesOf(rounds: Round[]): Promise<TableRow>[] {
  const loads = (name: keyof Round, path: string) => (round: Round) => round[name].pages[path] ?? []
  const idle = loads('pages', CACHED_PAGE)
  const pages = loads('both', CACHED_PAGE)
  const lists = loads('both', LIST)
  const beside = loads('beside', CACHED_PAGE)
  return [
    lineOf(rounds, 'a cached page', tookOf(idle), tookOf(pages), {
      ...slowest(rounds, pages),
      'of beside another': medianOf(rounds, (round) => p99(tookOf(pages)(round)) / p99(tookOf(beside)(round)), 2),
    }),
    lineOf(rounds, 'the same beside another shop', tookOf(idle), tookOf(beside), slowest(rounds, beside)),
    lineOf(rounds, 'the list of the pieces', tookOf(loads('pages', LIST)), tookOf(lists), slowest(rounds, lists)),
    lineOf(
      rounds,
      'a checkout',
      (round) => round.checkouts.checkouts,
      (round) => round.both.checkouts,
    ),
  ]
}

type TimesOf = (round: Round) => number[]
const tookOf =
  (loads: (round: Round) => PageLoad[]): TimesOf =>
  (round) =>
    loads(round).map(({ took }) => took)

const lineOf = (rounds: Round[], what: string, alone: TimesOf, together: TimesOf, more: TableRow = {}) =>
  provenRow(what, async () => {
    prove(rounds.flatMap(claimsOf))
    const of = (figure: (round: Round) => number, digits = 1) => medianOf(rounds, figure, digits)
    const ratio = of((round) => p99(together(round)) / p99(alone(round)), 2)
    return {
      what,
      answers: rounds.reduce((sum, round) => sum + together(round).length, 0),
      'alone p50 ms': of((round) => median(alone(round)), 2),
      'alone p99 ms': of((round) => p99(alone(round)), 2),
      'together p50 ms': of((round) => median(together(round)), 2),
      'together p99 ms': of((round) => p99(together(round)), 2),
      ratio,
      [`at most ${BAR}`]: ratio <= BAR ? 'yes' : 'NO',
      ...more,
    }
  })

/** What the slowest hundredth of the loads of each round had to wait for, each in milliseconds. */
function slowest(rounds: Round[], loads: (round: Round) => PageLoad[]): TableRow {
  const of = (figure: keyof PageLoad) => medianOf(rounds, (round) => mean(slow(loads(round)).map((one) => one[figure])))
  return {
    'slowest 1 %': of('took'),
    'shop ran': of('ran'),
    'shop waited': of('waited'),
    'visitor waited': of('visitorWaited'),
  }
}

const slow = (loads: PageLoad[]) => loads.toSorted((a, b) => b.took - a.took).slice(0, Math.ceil(loads.length / 100))
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const medianOf = (rounds: Round[], figure: (round: Round) => number, digits = 1) =>
  roundTo(median(rounds.map(figure)), digits)

/** Every checkout was paid, no page refused, and only the shop's own sales made the list render again. */
function claimsOf({ pages, checkouts, both, beside }: Round): Claim[] {
  const seconds = ROUND_MS / 1_000
  const sales = seconds * CHECKOUTS_PER_SECOND
  const loads = seconds * Object.values(LOADS_PER_SECOND).reduce((sum, rate) => sum + rate, 0)
  const loadCount = (phase: Phase) => Object.values(phase.pages).reduce((sum, { length }) => sum + length, 0)
  const loading = [pages, both, beside]
  const refusals = loading.reduce((sum, phase) => sum + phase.refused, 0)
  return [
    ...[checkouts, both, beside].map(({ paid }) => ({ what: 'paid orders', counted: paid, least: sales, most: sales })),
    ...loading.map((one) => ({ what: 'pages loaded', counted: loadCount(one), least: loads })),
    { what: 'refused pages', counted: refusals, least: 0, most: 0 },
    { what: 'pages rendered without sales', counted: pages.rendered + beside.rendered, least: 0, most: 10 },
    { what: 'pages rendered beside sales', counted: both.rendered, least: seconds * 2, most: sales / 2 },
  ]
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
