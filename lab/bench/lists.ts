import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ShopSize } from '#app/server/demo/large-sales.ts'
import { fillLargeShop, LARGE } from '#app/server/demo/large-shop.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrateDatabase } from '#server/shop/database/migrate.ts'
import { runSql } from '#server/testing/cluster.ts'
import { LISTS, listQueries } from '#server/testing/lists.ts'
import type { TableRow } from './figures.ts'
import { median, roundTo } from './figures.ts'
import { prove, provenRow } from './proofs.ts'
import { type Server, startShopServer } from './servers.ts'

const SMALL: ShopSize = { products: 50, orders: 50, users: 50, coupons: 50 }
const ROUNDS = 21
const ADMIN = { email: 'admin@bench.example', password: 'not a real password' }
/** The most that a list of the large shop may take of the time of the same list of the small one. */
const BAR = 5

type Asking = {
  ask(path: string): Promise<{ status: number; body: { pages?: number }; ms: number }>
  queries(): Promise<number>
}

/** The seller's lists in a shop with 50 rows of everything and in the large one, both on this machine in this run. */
export async function measureLists(): Promise<TableRow[]> {
  const folders: string[] = []
  const servers: Server[] = []
  const open = async (size: ShopSize) => {
    const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
    folders.push(folder)
    await fill(folder, size)
    const server = await startShopServer(envOf(folder))
    servers.push(server)
    return askingAt(server)
  }
  try {
    const [small, large] = [await open(SMALL), await open(LARGE)]
    const lines: TableRow[] = []
    for (const list of LISTS) lines.push(...(await linesOf(list, small, large)))
    return lines
  } finally {
    for (const server of servers) await server.stop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
}

const envOf = (folder: string) => ({
  DATA_DIR: folder,
  DATABASE_URL: '',
  DEMO: '0',
  LOG_LEVEL: 'error',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
})

async function fill(folder: string, size: ShopSize) {
  const cluster = await startEmbedded(join(folder, 'postgres'))
  await migrateDatabase(cluster.url)
  const db = openDatabase(cluster.url, 1)
  await fillLargeShop(db, size)
  const rows = async (table: string) =>
    Number((await runSql(cluster.url, `select count(*) from ${table}`)).rows[0]?.count)
  for (const table of ['products', 'orders', 'users', 'coupons'] as const)
    prove([{ what: table, counted: await rows(table), least: size[table] }])
  await db.$client.end()
  await cluster.stop()
}

/** Asks a shop as its admin. The time is that until the whole answer is there. */
async function askingAt({ url, counts }: Server): Promise<Asking> {
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${url}/api/users/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) })
  const { token } = (await signedIn.json()) as { token: string }
  const ask = async (path: string) => {
    const began = performance.now()
    const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    const body = (await reply.json()) as { pages?: number }
    return { status: reply.status, body, ms: performance.now() - began }
  }
  return { ask, queries: async () => (await counts()).queries }
}

/** A line for every way to ask for a list; the deep page is in each shop the one in the middle. */
async function linesOf(list: (typeof LISTS)[number], small: Asking, large: Asking): Promise<TableRow[]> {
  const middle = async ({ ask }: Asking) => Math.ceil(((await ask(list.path)).body.pages ?? 1) / 2)
  const [inSmall, inLarge] = [listQueries(list, await middle(small)), listQueries(list, await middle(large))]
  const lines: TableRow[] = []
  for (const [index, path] of inLarge.entries())
    lines.push(await provenRow(path, () => compareLists(path, inSmall[index] ?? path, small, large)))
  return lines
}

/** Both shops in turn: what disturbs the machine disturbs them alike. */
async function compareLists(what: string, inSmall: string, small: Asking, large: Asking): Promise<TableRow> {
  const before = [await small.queries(), await large.queries()]
  const times: { small: number[]; large: number[] } = { small: [], large: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [await small.ask(inSmall), await large.ask(what)]
    // A keyword of the large shop may be nowhere in the small one: that answers as well, with an empty list.
    if (one.status !== 200 || other.status !== 200) return { what, 'answered with': `${one.status}, ${other.status}` }
    times.small.push(one.ms)
    times.large.push(other.ms)
  }
  const after = [await small.queries(), await large.queries()]
  prove(after.map((queries, at) => ({ what: 'queries', counted: queries - (before[at] ?? 0), least: 2 * ROUNDS })))
  const [few, many] = [median(times.small), median(times.large)]
  const ratio = roundTo(many / few, 1)
  return {
    what,
    '50 rows, ms': roundTo(few, 1),
    'large, ms': roundTo(many, 1),
    ratio,
    [`at most ${BAR}`]: verdict(ratio),
  }
}

const verdict = (ratio: number) => (ratio <= BAR ? 'yes' : 'NO')
