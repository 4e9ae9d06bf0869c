import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import type { TableRow } from './figures.ts'
import { median, rounded } from './figures.ts'
import { fetchOnce, loadOf } from './loads.ts'
import { type Claim, prove, provenRow } from './proofs.ts'
import { type Server, startServer } from './servers.ts'

const SECONDS = 2
const ROUNDS = 3
const BROTLI = { 'accept-encoding': 'br' }

type Case = {
  what: string
  server: Server
  status: number
  path: string
  headers: Headers
  does: 'nothing' | 'ask' | 'render'
}
type Headers = Record<string, string>
type Sample = { perSecond: number; cpu: number; claim: Claim }

/** Pages and lists against the same bytes sent by a bare Fastify, both on this machine in this run. */
export async function measurePages(): Promise<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const cluster = await startEmbedded(join(folder, 'postgres'))
    closers.push(cluster.stop)
    const shop = await startServer('shop', {
      DATA_DIR: folder,
      DATABASE_URL: cluster.url,
      DEMO: '1',
      LOG_LEVEL: 'error',
      WARM_PHOTOS: 'off',
    })
    closers.push(shop.stop)
    const { bytes } = await fetchOnce(`${shop.url}/shop`, BROTLI)
    const bare = await startServer('bare', { BARE_BYTES: String(bytes) })
    closers.push(bare.stop)
    const changes = new pg.Client({ connectionString: cluster.url })
    await changes.connect()
    closers.push(() => changes.end())
    return await linesOf(await measure(casesOf(bare, shop), changes))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

function casesOf(bare: Server, shop: Server): Case[] {
  const headers = BROTLI
  const of = (what: string, path: string): Case => ({ what, server: shop, status: 200, path, headers, does: 'nothing' })
  const fresh = (what: string, path: string, status = 200): Case => ({ ...of(what, path), status, does: 'render' })
  return [
    { ...of('bare Fastify: the bytes of a page', '/bytes'), server: bare, headers: {} },
    { ...of('bare Fastify: {"hello":"world"}', '/'), server: bare, headers: {} },
    of('page from the cache', '/shop'),
    { ...of('page, not modified', '/shop'), status: 304 },
    { ...of('list of products, JSON', '/api/products'), does: 'ask' },
    { ...of('one product, JSON', '/api/products/zi-zinnia-mug'), does: 'ask' },
    fresh('home page, rendered', '/'),
    fresh('product page, rendered', '/products/zi-zinnia-mug'),
    fresh('list, rendered', '/shop'),
    fresh('search without a hit, rendered', '/search/qqqzzz'),
    fresh('page that is not there, rendered', '/no-such-page', 404),
  ]
}

/** All cases in turn, several times over: what disturbs the machine disturbs each of them alike. */
async function measure(cases: Case[], changes: pg.Client) {
  const samples = new Map<Case, Sample[]>(cases.map((it) => [it, []]))
  for (let round = 0; round < ROUNDS; round++) for (const it of cases) samples.get(it)?.push(await sample(it, changes))
  return samples
}

async function sample(it: Case, changes: pg.Client): Promise<Sample> {
  const { what, server, status, path, does } = it
  // A change of the catalog makes another tag, so that it is asked for anew.
  const tag: Headers = status === 304 ? { 'if-none-match': (await fetchOnce(server.url + path, it.headers)).etag } : {}
  const headers = { ...it.headers, ...tag }
  const first = await fetchOnce(server.url + path, headers)
  if (first.status !== status) throw new Error(`${what}: ${first.status} instead of ${status}`)
  const before = await server.counts()
  const load = does === 'render' ? freshLoad(it, changes) : loadOf(server.url + path, headers, SECONDS)
  const { answered, seconds } = await load
  const after = await server.counts()
  const claim = claimOf(does, answered, { pages: after.pages - before.pages, queries: after.queries - before.queries })
  return { perSecond: answered / seconds, cpu: (after.cpu - before.cpu) / answered, claim }
}

/** What so many answers must have done: nothing but a look into the cache, a query each, or a rendering each. */
function claimOf(does: Case['does'], answered: number, { pages, queries }: { pages: number; queries: number }): Claim {
  if (does === 'ask') return { what: 'queries', counted: queries, least: answered }
  if (does === 'render') return { what: 'pages rendered', counted: pages, least: answered, most: answered }
  // The catalog may change in between: when the shop has just been opened, it still measures its photos.
  return { what: 'pages rendered', counted: pages, least: 0, most: Math.floor(answered / 100) }
}

/** Asks for one page again and again, each time after a change of the catalog has emptied the cache. */
async function freshLoad({ server, path, headers, status }: Case, changes: pg.Client) {
  const agent = new Agent({ keepAlive: true })
  const started = performance.now()
  let answered = 0
  for (; performance.now() < started + SECONDS * 1000; answered++) {
    const cleared = server.cleared()
    await changes.query('notify catalog')
    await cleared
    const answer = await fetchOnce(server.url + path, headers, agent)
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} instead of ${status}`)
  }
  agent.destroy()
  return { answered, seconds: (performance.now() - started) / 1000 }
}

function linesOf(samples: Map<Case, Sample[]>): Promise<TableRow[]> {
  const perSecondOf = (taken: Sample[]) => median(taken.map(({ perSecond }) => perSecond))
  const reference = perSecondOf(samples.values().next().value ?? [])
  const lines = [...samples].map(([{ what }, taken]) =>
    provenRow(what, async () => {
      prove(taken.map(({ claim }) => claim))
      const perSecond = perSecondOf(taken)
      return {
        what,
        'requests/s': rounded(perSecond),
        'against bare': rounded(perSecond / reference, 3),
        'CPU µs/request': rounded(median(taken.map(({ cpu }) => cpu)), perSecond > 1000 ? 1 : 0),
      }
    }),
  )
  return Promise.all(lines)
}
