import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningShop, startShop } from '#scripts/start-shop.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { runSql } from '#server/testing/cluster.ts'
import { category, user } from '#server/testing/factories.ts'
import { startSimulatorProcess } from '#server/testing/simulator-controls.ts'
import { checkout, fillShop } from './checkouts.ts'
import { clusterPid, treeCpu } from './clusters.ts'
import { boundOf, type CoreUse, type Parts, withCoreUse } from './core-use.ts'
import { median, roundTo, type TableRow } from './figures.ts'
import { startHaproxy } from './haproxy.ts'
import { fetchOnce } from './loads.ts'
import { prove, provenRow } from './proofs.ts'
import { proveStart } from './start-proof.ts'
import { hasWrk, loadOf } from './wrk.ts'

const SECONDS = 3
const ROUNDS = 3
const WARM_UP_SECONDS = 3
const PRODUCTS = 100
const SHOPPERS = 32
const VISITORS = 8
const BROTLI = { 'accept-encoding': 'br' }

type Shape = { what: string; nodes: number; workers: number; isBalanced: boolean }

const behind = (nodes: number) => ({ what: `${nodes} behind HAProxy`, nodes, workers: 1, isBalanced: true })
const alone = (workers: number) => ({ what: `WORKERS=${workers}`, nodes: 1, workers, isBalanced: false })
/** BENCH_SHAPE=2 measures one of them alone, counted from 0. */
const SHAPES: Shape[] = [alone(1), alone(2), alone(4), behind(1), behind(2)]

type Stock = { databaseUrl: string; products: string[]; tokens: string[] }
type Place = { folder: string; env: Record<string, string>; stock: Stock; parts: Parts }
type Load = (url: string, stock: Stock, seconds: number) => Promise<{ done: number; seconds: number }>

/**
 * Cached pages, pages that are made anew and checkouts a second, of a shop with one, two and four processes, and of one
 * and two nodes behind HAProxy, all on this machine with its PostgreSQL and what makes the load. For each the cores that
 * every part used, from /proc, and by that what bounds it.
 */
export async function measureProcesses(): Promise<TableRow[]> {
  if (!(await hasWrk())) return [{ what: 'wrk: not installed here, so not measured' }]
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const [data, far] = [join(folder, 'shop'), join(folder, 'card-service')]
    const cluster = await startEmbedded(data)
    closers.push(cluster.stop)
    const cardCluster = await startEmbedded(far, { durable: false })
    closers.push(cardCluster.stop)
    const simulator = await startSimulatorProcess(cardCluster.url)
    closers.push(simulator.stop)
    const stock = await stockShop(cluster.url)
    const env = { ...simulator.env, DATABASE_URL: cluster.url, DEMO: '0', LOG_LEVEL: 'error' }
    const cardService = [await clusterPid(far), simulator.pid]
    const parts = { PostgreSQL: [await clusterPid(data)], 'card service': cardService, shop: [], HAProxy: [] }
    const rows: TableRow[] = []
    for (const shape of chosenShape()) rows.push(...(await measureShape(shape, { folder, env, stock, parts })))
    return rows
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

function chosenShape() {
  const one = SHAPES[Number(process.env.BENCH_SHAPE ?? -1)]
  return one ? [one] : SHAPES
}

/** Fills the database with what is sold and who buys it. No message is sent during the measurement. */
async function stockShop(databaseUrl: string): Promise<Stock> {
  await migrateDatabase(databaseUrl)
  const db = openDatabase(databaseUrl)
  await category(db, 'pens')
  const tokens: string[] = []
  while (tokens.length < SHOPPERS) tokens.push((await user(db)).token)
  await db.$client.end()
  const products = await fillShop(databaseUrl, PRODUCTS)
  await runSql(databaseUrl, `alter table outbox alter next_try_at set default now() + interval '1 day'`)
  return { databaseUrl, products, tokens }
}

/** A row for each of the three loads; the last one says what the processes hold after all of them. */
async function measureShape({ what, nodes, workers, isBalanced }: Shape, { folder, env, stock, parts }: Place) {
  const shops: RunningShop[] = []
  const closers: (() => Promise<unknown>)[] = []
  try {
    while (shops.length < nodes) {
      const DATA_DIR = join(folder, `node-${shops.length}`)
      const shop = await startShop({ ...env, DATA_DIR, WORKERS: `${workers}`, TRUST_PROXY: '127.0.0.1' })
      closers.push(() => shop.stop())
      await proveStart(shop.process.pid)
      shops.push(shop)
    }
    const balancer = isBalanced
      ? await startHaproxy(
          folder,
          shops.map(({ url }) => url),
        )
      : undefined
    if (balancer) closers.push(balancer.stop)
    if (isBalanced && !balancer) return [{ what: 'HAProxy: not installed here, so not measured' }]
    const url = (balancer?.url ?? shops[0]?.url ?? '').replace('localhost', '127.0.0.1')
    const running = {
      ...parts,
      shop: shops.map(({ process: { pid } }) => pid ?? 0),
      HAProxy: balancer ? [balancer.pid] : [],
    }
    const rows: TableRow[] = []
    for (const [name, load] of Object.entries(LOADS)) {
      await load(url, stock, WARM_UP_SECONDS)
      const samples: Sample[] = []
      while (samples.length < ROUNDS) samples.push(await sample(running, () => load(url, stock, SECONDS)))
      rows.push(await provenRow(`${what}: ${name}`, async () => rowOf(`${what}: ${name}`, samples)))
    }
    const last = rows.pop() ?? { what }
    return [...rows, { ...last, ...(await holdShops(running.shop, stock)) }]
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

type Sample = { done: number; perSecond: number; use: CoreUse }

async function sample(parts: Parts, load: () => ReturnType<Load>): Promise<Sample> {
  const { done, seconds, use } = await withCoreUse(parts, load)
  return { done, perSecond: done / seconds, use }
}

function rowOf(what: string, samples: Sample[]): TableRow {
  prove(samples.map(({ done }) => ({ what: 'answers', counted: done, least: 1 })))
  const of = (part: keyof CoreUse) => median(samples.map(({ use }) => use[part]))
  const parts = ['shop', 'busiest', 'PostgreSQL', 'load', 'HAProxy', 'card service', 'others', 'free'] as const
  const use = Object.fromEntries(parts.map((part) => [part, of(part)])) as CoreUse
  return {
    what,
    'per second': roundTo(median(samples.map(({ perSecond }) => perSecond))),
    'cores: shop': roundTo(use.shop, 2),
    'its busiest process': roundTo(use.busiest, 2),
    PostgreSQL: roundTo(use.PostgreSQL, 2),
    'the load': roundTo(use.load, 2),
    HAProxy: roundTo(use.HAProxy, 2),
    'card service': roundTo(use['card service'], 2),
    'other programs': roundTo(use.others, 2),
    free: roundTo(use.free, 2),
    'bound by': boundOf(use),
  }
}

let searchCount = 0

const LOADS: Record<string, Load> = {
  'cached pages': async (url, _, seconds) => {
    const { answered, seconds: took } = await loadOf(`${url}/shop`, BROTLI, seconds)
    return { done: answered, seconds: took }
  },
  'pages made anew': (url, _, seconds) =>
    during(seconds, VISITORS, async (agent) => {
      const { status } = await fetchOnce(`${url}/search/walnut%20${++searchCount}`, BROTLI, agent)
      return status === 200
    }),
  checkouts: (url, { products, tokens }, seconds) =>
    during(seconds, SHOPPERS, async (agent, number) => {
      const product = products[Math.floor(Math.random() * products.length)]
      const order = await checkout(url, { token: tokens[number] ?? '', agent, product })
      return order.isPaid === true
    }),
}

/** Lets `people` repeat `act` for `seconds`. Answers how often it succeeded. */
async function during(seconds: number, people: number, act: (agent: Agent, number: number) => Promise<boolean>) {
  const agent = new Agent({ keepAlive: true, maxSockets: people })
  const began = performance.now()
  let workCount = 0
  const person = async (number: number) => {
    while (performance.now() < began + seconds * 1_000) if (await act(agent, number)) workCount++
  }
  await Promise.all(Array.from({ length: people }, (_, number) => person(number)))
  agent.destroy()
  return { done: workCount, seconds: (performance.now() - began) / 1_000 }
}

/** What the processes of the shop hold: megabytes, shared ones by their share, and connections of the database. */
async function holdShops(shops: number[], { databaseUrl }: Stock) {
  const pids = (await Promise.all(shops.map(treeCpu))).flatMap(({ each }) => [...each.keys()])
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')))
  const kilobytes = texts.reduce((sum, text) => sum + Number(/^Pss: +(\d+) kB/m.exec(text)?.[1]), 0)
  const { rows } = await runSql(
    databaseUrl,
    `select count(*)::int as open from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return { processes: pids.length, 'MB (PSS)': roundTo(kilobytes / 1024), connections: rows[0]?.open }
}
