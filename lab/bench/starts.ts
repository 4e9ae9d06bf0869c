import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { FLAGS, shopEnvironment } from '#scripts/start.mjs'
import { startShop } from '#scripts/start-shop.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { processCpu } from './clusters.ts'
import type { TableRow } from './figures.ts'
import { median, roundTo } from './figures.ts'
import { proveStart } from './start-proof.ts'

const ROUNDS = 7
const PATIENCE_MS = 60_000
const root = join(import.meta.dirname, '../..')
const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
const LAUNCHER = 'scripts/start.mjs'
const SERVER = ['node', LAUNCHER]
/** The command of a bare server, with the flags of the shop. */
const BARE = ['node', ...FLAGS, 'lab/bench/bare-server.ts']

type Took = { ms: number; cpuMs: number }

/**
 * From `npm start` on a shop that has been started before to the last byte of its home page, beside the start of a bare
 * Fastify: the time, and where the command itself becomes the shop the CPU time of its process. The shop's start includes
 * that of PostgreSQL, but for the last line.
 */
export async function measureStart(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const apart = join(folder, 'apart')
  const cluster = await startEmbedded(join(apart, 'postgres'))
  try {
    await (await startShop({ DATA_DIR: apart, DATABASE_URL: cluster.url, DEMO: '1' })).stop()
    const first = await startShop({ DATA_DIR: folder, DATABASE_URL: '', DEMO: '1' })
    const { port } = new URL(first.url)
    await first.stop()
    const times = { bare: [] as Took[], whole: [] as Took[], server: [] as Took[], apart: [] as Took[] }
    for (let round = 0; round < ROUNDS; round++) {
      times.bare.push(await timeToPage(BARE, { folder, port, isPage: (text) => text.includes('hello') }))
      times.whole.push(await timeToPage(['npm', 'start'], { folder, port, isPage: isHomePage }))
      times.server.push(await timeToPage(SERVER, { folder, port, isPage: isHomePage }))
      const databaseUrl = cluster.url
      times.apart.push(await timeToPage(SERVER, { folder: apart, port, isPage: isHomePage, databaseUrl }))
    }
    return [
      lineOf('a bare Fastify', times.bare, times.bare),
      // Its CPU is npm's: the shop is a child.
      lineOf('npm start to first page', withoutCpu(times.whole), times.bare),
      lineOf('of which after npm and prepare', times.server, times.bare),
      lineOf('the same with PostgreSQL running', times.apart, times.bare),
    ]
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const withoutCpu = (starts: Took[]) => starts.map(({ ms }) => ({ ms, cpuMs: Number.NaN }))

function lineOf(what: string, starts: Took[], bare: Took[]): TableRow {
  const of = (figure: (took: Took) => number) => median(starts.map(figure))
  const beside = (figure: (took: Took) => number) => roundTo(of(figure) / median(bare.map(figure)), 1)
  const times = starts.map(({ ms }) => ms)
  const cpu = of(({ cpuMs }) => cpuMs)
  return {
    what,
    ...(cpu > 0 && { 'CPU ms': roundTo(cpu), 'of bare by CPU': beside(({ cpuMs }) => cpuMs) }),
    'median ms': roundTo(of(({ ms }) => ms)),
    'of bare': beside(({ ms }) => ms),
    'least ms': roundTo(Math.min(...times)),
    'most ms': roundTo(Math.max(...times)),
  }
}

type Start = { folder: string; port: string; isPage(text: string): boolean; databaseUrl?: string }

async function timeToPage(
  [command = '', ...args]: string[],
  { folder, port, isPage, databaseUrl = '' }: Start,
): Promise<Took> {
  const env = {
    ...shopEnvironment(process.env),
    PATH,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    ENV_FILE: 'none',
    SHOP_URL: '',
    WORKERS: '1',
    PORT: port,
  }
  const hasPage = () => pageOf(port).then(isPage, () => false)
  if (await hasPage()) throw new Error(`Another program answers on port ${port} already.`)
  const startedAt = performance.now()
  const child = spawn(command, args, { cwd: root, env, stdio: 'ignore' })
  try {
    while (!(await hasPage())) {
      if (child.exitCode !== null || performance.now() - startedAt > PATIENCE_MS)
        throw new Error(`${args.join(' ')} did not open.`)
      await setTimeout(5)
    }
    const ms = performance.now() - startedAt
    const cpuMs = await processCpu(child.pid)
    if (args.includes(LAUNCHER)) await proveStart(child.pid)
    return { ms, cpuMs }
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
}

async function pageOf(port: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  if (!answer.ok) throw new Error(`The page was answered with ${answer.status}.`)
  return answer.text()
}

/** Whether it is all there, with products on it. */
const isHomePage = (text: string) => text.includes('href="/products/') && text.trimEnd().endsWith('</html>')
