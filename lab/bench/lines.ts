import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { drop } from '#features/drops/testing/factories.ts'
import type { ShopEnv } from '#scripts/start-shop.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { databaseUrl, runSql } from '#server/testing/cluster.ts'
import { category, user } from '#server/testing/factories.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { clusterCpu } from './clusters.ts'
import { median, roundTo, type TableRow } from './figures.ts'
import type { CrowdFigures, LineCrowd } from './line-crowd.ts'
import { type Claim, prove, provenRow } from './proofs.ts'
import { type Server, startShopServer } from './servers.ts'

export type LineSize = {
  clients: number
  productCount: number
  /** The time within which all clients come, and from the announcement of the start until then. */
  joinMs: number
  restMs: number
  /** For how long CPU is measured, before the start and in the line. */
  windowMs: number
  /** From the start until browsers have heard of it. */
  spreadMs: number
  /** An admission that nobody uses is cut to this, so that the measurement ends. */
  unusedSeconds: number
}
const FULL: LineSize = {
  ...{ clients: 20_000, productCount: 50, joinMs: 60_000, restMs: 26_000 },
  ...{ windowMs: 25_000, spreadMs: 12_000, unusedSeconds: 40 },
}
/** How long the crowd stays at most, in milliseconds. */
const MOST_MS = 600_000
/** Of the admitted places one in so many is gone, and one in so many is too slow. */
const [GONE_ONE_IN, SLOW_ONE_IN] = [25, 25]

type Shop = { server: Server; url: string; folder: string; slug: string; tokens: string[] }
type Cpu = { node: number; database: number }
type LineResult = { figures: CrowdFigures; facts: Facts; joined: Cpu; before: Cpu; inLine: Cpu }

/**
 * A drop of 50 products that 20,000 wait for, each with a ticket of its own. CPU is of the shop's process and of its
 * PostgreSQL, for each who waits and minute: before the start, and in the line. The crowd, the card service and its
 * database do not count.
 */
export async function measureLine(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const data = join(folder, 'shop')
    const cluster = await startEmbedded(data)
    closers.push(cluster.stop)
    const cardCluster = await startEmbedded(join(folder, 'card-service'), { durable: false })
    closers.push(cardCluster.stop)
    const result = await simulateLine({ cluster: cluster.url, data, card: cardCluster.url, folder }, FULL)
    return [await rowOf(result, FULL)]
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** The clusters of the shop, with its folder, and of the card service; and a folder for the shop's files. */
type Place = { cluster: string; data: string; card: string; folder: string }

/** Has a crowd of that size wait for a drop, from the first page to the last product. */
export async function simulateLine({ cluster, data, card, folder }: Place, size: LineSize): Promise<LineResult> {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const simulator = await startSimulatorProcess(card)
    closers.push(simulator.stop)
    const name = `line_${randomBytes(6).toString('hex')}`
    await runSql(cluster, `create database ${name}`)
    closers.push(() => runSql(cluster, `drop database ${name} with (force)`))
    const shop = await openShop(databaseUrl(cluster, name), data, size.productCount, {
      ...simulator.env,
      DATA_DIR: folder,
    })
    closers.push(shop.server.stop)
    const crowd = fork(new URL('line-crowd.ts', import.meta.url))
    closers.push(async () => crowd.kill())
    await once(crowd, 'message')
    return await measure(shop, crowd, size)
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function openShop(url: string, folder: string, productCount: number, env: ShopEnv): Promise<Shop> {
  await migrateDatabase(url)
  const db = openDatabase(url)
  await category(db, 'cups')
  const tokens: string[] = []
  while (tokens.length < 2 * productCount) tokens.push((await user(db)).token)
  const { id, slug } = await drop(db, { minutes: 10 })
  await db.$client.end()
  await runSql(
    url,
    `insert into products (sku, name, price_cents, qty, one_of_a_kind, description, category, slug, draft)
     select 'SKU-' || n, 'Winter Cup ' || n, 5000, 1, true, 'Thrown by hand.', 'cups', 'winter-cup-' || n, true
     from generate_series(1, ${productCount}) n`,
  )
  await runSql(url, `insert into dropped_products (product_id, drop_id) select id, '${id}' from products`)
  await runSql(url, `insert into stock_ledger (product_id, delta, reason) select id, 1, 'created' from products`)
  await runSql(url, 'vacuum analyze')
  const ownSettings = { DATABASE_URL: url, DEMO: '0', LOG_LEVEL: 'error' }
  return { server: await startShopServer({ ...env, ...ownSettings }), url, folder, slug, tokens }
}

async function measure(shop: Shop, crowd: ChildProcess, size: LineSize): Promise<LineResult> {
  const { server, url, slug, tokens } = shop
  const { clients, joinMs, restMs, spreadMs, windowMs } = size
  // Soon enough for questions to be as frequent as they get, and not before all have joined.
  await startIn(url, 9 * 60_000)
  const began = await cpuOf(shop)
  const order: LineCrowd = {
    ...{ url: server.url, slug, clients, joinMs, mostMs: MOST_MS, tokens },
    ...{ goneOneIn: GONE_ONE_IN, slowOneIn: SLOW_ONE_IN },
  }
  crowd.send(order)
  await once(crowd, 'message')
  const cpuOfJoining = minus(await cpuOf(shop), began)
  const before = await windowOf(shop, windowMs)
  await startIn(url, restMs)
  await waitForStart(url)
  const crowdEnd = once(crowd, 'message')
  const cutting = setInterval(() => void cutUnused(url, size.unusedSeconds), 1_000)
  await setTimeout(spreadMs)
  const inLine = await windowOf(shop, windowMs)
  const [{ figures }] = await crowdEnd
  clearInterval(cutting)
  return { figures, facts: await factsOf(url), joined: cpuOfJoining, before, inLine }
}

function rowOf({ figures, facts, joined, before, inLine }: LineResult, size: LineSize): Promise<TableRow> {
  const { clients, productCount, windowMs } = size
  return provenRow(`${clients} clients, ${productCount} pieces`, async () => {
    prove(claimsOf({ figures, facts }, size))
    const ofMinute = ({ node, database }: Cpu) =>
      [node, database].map((cpu) => roundTo((cpu / clients) * (60_000 / windowMs), 2)).join(' + ')
    return {
      clients,
      pieces: productCount,
      sold: facts.sold,
      'last place admitted': facts.admitted,
      'page p50 ms': roundTo(median(figures.pages), 1),
      'page p99 ms': roundTo(p99(figures.pages), 1),
      polls: figures.polls.length,
      'poll p50 ms': roundTo(median(figures.polls), 1),
      'poll p99 ms': roundTo(p99(figures.polls), 1),
      'CPU ms to join (Node + PostgreSQL)': [joined.node, joined.database]
        .map((cpu) => roundTo(cpu / clients, 2))
        .join(' + '),
      'of a minute before the start': ofMinute(before),
      'of a minute in line': ofMinute(inLine),
    }
  })
}

/** Milliseconds of CPU so far. */
async function cpuOf({ server, folder }: Shop): Promise<Cpu> {
  return { node: (await server.counts()).cpu / 1_000, database: await clusterCpu(folder).catch(() => Number.NaN) }
}

const minus = (later: Cpu, earlier: Cpu) => ({
  node: later.node - earlier.node,
  database: later.database - earlier.database,
})

/** Milliseconds of CPU within the window that begins now. */
async function windowOf(shop: Shop, ms: number): Promise<Cpu> {
  const began = await cpuOf(shop)
  await setTimeout(ms)
  return minus(await cpuOf(shop), began)
}

const startIn = (url: string, ms: number) =>
  runSql(url, `update drops set starts_at = now() + interval '${ms} milliseconds'`)

async function waitForStart(url: string) {
  for (;;) {
    const { rows } = await runSql(url, 'select state from drops')
    if (rows[0]?.state === 'line') return
    await setTimeout(200)
  }
}

const cutUnused = (url: string, seconds: number) =>
  runSql(
    url,
    `update drop_admissions set ends_at = now()
     where order_id is null and ends_at > now() and admitted_at < now() - interval '${seconds} seconds'`,
  )

type Facts = Awaited<ReturnType<typeof factsOf>>

/** What the database says of the drop when it is over. */
async function factsOf(url: string) {
  const { rows } = await runSql(
    url,
    `select tickets, drawn, admitted,
      (select count(*)::int from orders where state = 'paid') sold,
      (select count(*)::int from drop_admissions join orders on orders.id = order_id where state = 'paid') as by_place,
      (select count(distinct product_id)::int from order_items join orders on orders.id = order_id where state = 'paid') as pieces,
      (select sum(qty)::int from products) as stock,
      (select count(*)::int from drop_admissions) as places,
      -- Admitted before a place ahead of it.
      (select count(*)::int from (select admitted_at < max(admitted_at) over (order by place) as is_early from drop_admissions) a
        where is_early) as early,
      -- Ahead of the last place that bought, and with neither an order nor a turn that ended.
      (select count(*)::int from drop_admissions where order_id is null and ends_at > now()
        and place < (select max(place) from drop_admissions where order_id is not null)) as passed_over
     from drops`,
  )
  return rows[0] as Record<
    'tickets' | 'drawn' | 'admitted' | 'sold' | 'by_place' | 'pieces' | 'stock' | 'places' | 'early' | 'passed_over',
    number
  >
}

/** What a simulation has to show: all products sold, each once, in the order of the line, and everybody told. */
export function claimsOf({ figures, facts }: Pick<LineResult, 'figures' | 'facts'>, size: LineSize): Claim[] {
  const { pages, joined, bought, wrongPlaces, failures, soldOut } = figures
  const { clients, productCount } = size
  const exactly = (what: string, actualCount: number, count: number) => ({
    what,
    counted: actualCount,
    least: count,
    most: count,
  })
  return [
    exactly('pages loaded', pages.length, clients),
    exactly('tickets', joined, clients),
    exactly('tickets counted', facts.tickets, clients),
    exactly('places drawn', facts.drawn, clients),
    exactly(`failures (${failures[0] ?? ''})`, failures.length, 0),
    exactly('pieces sold', facts.sold, productCount),
    exactly('orders by an admitted place', facts.by_place, productCount),
    exactly('pieces that were sold once', facts.pieces, productCount),
    exactly('pieces in stock', facts.stock, 0),
    exactly('clients that bought', bought.length, productCount),
    exactly('places admitted, without a gap', facts.places, facts.admitted),
    exactly('places admitted before one ahead', facts.early, 0),
    exactly('places passed over', facts.passed_over, 0),
    exactly('places other than worked out', wrongPlaces, 0),
    { what: 'clients told that it is sold out', counted: soldOut, least: clients - facts.admitted },
  ]
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
