import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import type { TableRow } from './figures.ts'
import { median, rounded } from './figures.ts'
import { fetchOnce, loadOf } from './loads.ts'
import { startNginx } from './nginx.ts'
import { type Claim, prove, provenRow } from './proofs.ts'
import { type Server, startServer } from './servers.ts'

const SECONDS = 2
const ROUNDS = 3
const BROTLI = { 'accept-encoding': 'br' }

/** What is sent: cached cases of one group send as many bytes. */
type Group = 'page' | 'unchanged' | 'list' | 'product' | 'search'
type By = 'node:http' | 'Fastify' | 'nginx'
type Case = {
  what: string
  server: Server
  status: number
  path: string
  headers: Headers
  does: 'nothing' | 'render'
  group?: Group
  /** Which program sends the bytes of the group; undefined for the shop. */
  by?: By
}
type Headers = Record<string, string>
type Sample = { perSecond: number; cpu: number; claim: Claim }
type Servers = { shop: Server; node: Server; headed: Server; fastify: Server; nginx: Server | undefined }

const CACHED: Record<Exclude<Group, 'unchanged'>, [what: string, path: string]> = {
  page: ['page from the cache', '/shop'],
  list: ['list of products from the cache, JSON', '/api/products'],
  product: ['product from the cache, JSON', '/api/products/zi-zinnia-mug'],
  search: ['search from the cache, JSON', '/api/products?keyword=mug&extras=true'],
}

/**
 * Cached pages and answers against the same bytes sent by node:http, Fastify and nginx, and then pages and answers made
 * after a change, all on this machine in this run.
 */
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
      WORKERS: '1',
    })
    closers.push(shop.stop)
    const sizes = await sizesOf(shop)
    const headers = await headersOf(`${shop.url}/shop`)
    const node = await startServer('node')
    closers.push(node.stop)
    const headed = await startServer('node', { HEADERS: JSON.stringify(headers) })
    closers.push(headed.stop)
    const fastify = await startServer('fastify')
    closers.push(fastify.stop)
    const nginx = await nginxOf(join(folder, 'nginx'), sizes)
    if (nginx) closers.push(nginx.stop)
    const changes = new pg.Client({ connectionString: cluster.url })
    await changes.connect()
    closers.push(() => changes.end())
    const cases = [...cachedCases({ shop, node, headed, fastify, nginx }, sizes), ...freshCases(shop)]
    const rows = await linesOf(await measure(cases, changes))
    return nginx ? rows : [...rows, { what: 'nginx: not installed here, so not measured' }]
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

type Sizes = Record<keyof typeof CACHED, number>

/** How many bytes the shop sends for each group, once its pages are compressed well. */
async function sizesOf(shop: Server): Promise<Sizes> {
  const sizes = Object.entries(CACHED).map(async ([group, [, path]]) => {
    for (let hit = 0; hit < 5; hit++) await fetchOnce(shop.url + path, BROTLI)
    return [group, (await fetchOnce(shop.url + path, BROTLI)).bytes] as const
  })
  return Object.fromEntries(await Promise.all(sizes)) as Sizes
}

/** The headers of that page but those that Node sets. */
async function headersOf(url: string) {
  const { headers } = await fetch(url, { headers: BROTLI })
  return [...headers].filter(([name]) => !/^(date|connection|keep-alive|content-length|transfer)/.test(name)).flat()
}

async function nginxOf(folder: string, { page, list }: Sizes) {
  await mkdir(folder)
  await writeFile(join(folder, 'page'), Buffer.alloc(page, 'x'))
  await writeFile(join(folder, 'list'), Buffer.alloc(list, 'x'))
  return startNginx(folder, await freePort())
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

function cachedCases({ shop, node, headed, fastify, nginx }: Servers, sizes: Sizes): Case[] {
  const plain = { status: 200, does: 'nothing' as const, headers: {} }
  const bytes = (group: keyof Sizes): Case[] => [
    {
      ...plain,
      group,
      by: 'node:http',
      what: `node:http: ${sizes[group]} bytes`,
      server: node,
      path: `/bytes/${sizes[group]}`,
    },
  ]
  const others = (group: 'page' | 'list'): Case[] => [
    {
      ...plain,
      group,
      by: 'Fastify',
      what: `Fastify: ${sizes[group]} bytes`,
      server: fastify,
      path: `/bytes/${sizes[group]}`,
    },
    ...(nginx
      ? [
          {
            ...plain,
            group,
            by: 'nginx' as const,
            what: `nginx: a file of ${sizes[group]} bytes`,
            server: nginx,
            path: `/${group}`,
          },
        ]
      : []),
  ]
  const ofShop = (group: keyof Sizes): Case => {
    const [what, path] = CACHED[group]
    return { ...plain, group, what, server: shop, path, headers: BROTLI }
  }
  const withHeaders = `node:http: ${sizes.page} bytes with the headers of a page`
  return [
    ...[...bytes('page'), { ...plain, what: withHeaders, server: headed, path: `/bytes/${sizes.page}` }],
    ...[...others('page'), ofShop('page')],
    {
      ...plain,
      group: 'unchanged',
      by: 'node:http',
      what: 'node:http: 304',
      status: 304,
      server: node,
      path: '/unchanged',
    },
    { ...ofShop('page'), group: 'unchanged', what: 'page, not modified', status: 304 },
    ...[...bytes('list'), ...others('list'), ofShop('list')],
    ...[...bytes('product'), ofShop('product')],
    ...[...bytes('search'), ofShop('search')],
  ]
}

function freshCases(shop: Server): Case[] {
  const fresh = (what: string, path: string, status = 200): Case => {
    return { what, server: shop, path, status, headers: BROTLI, does: 'render' }
  }
  return [
    fresh('home page, rendered', '/'),
    fresh('product page, rendered', '/products/zi-zinnia-mug'),
    fresh('list, rendered', '/shop'),
    fresh('search without a hit, rendered', '/search/qqqzzz'),
    fresh('page that is not there, rendered', '/no-such-page', 404),
    fresh('list of products, made, JSON', '/api/products'),
    fresh('product, made, JSON', '/api/products/zi-zinnia-mug'),
    fresh('search, made, JSON', '/api/products?keyword=mug&extras=true'),
    fresh('suggestions, made, JSON', '/api/products/suggestions?keyword=mu'),
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

/** What so many answers must have done: nothing but a look into the cache, or a rendering each. */
function claimOf(does: Case['does'], answered: number, { pages, queries }: { pages: number; queries: number }): Claim {
  if (does === 'render') return { what: 'pages rendered', counted: pages, least: answered, most: answered }
  // The catalog may change in between: when the shop has just been opened, it still measures its photos. Its jobs query.
  const most = Math.floor(answered / 100)
  return { what: 'pages rendered and queries', counted: Math.max(pages, queries), least: 0, most }
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
  const cases = [...samples.keys()]
  const perSecondOf = (it: Case) => median((samples.get(it) ?? []).map(({ perSecond }) => perSecond))
  /** Its rate as a share of that program's with as many bytes. */
  const shareOf = (it: Case, by: By) => {
    const reference = cases.find((other) => other.group === it.group && other.by === by)
    return it.group && !it.by && reference ? rounded(perSecondOf(it) / perSecondOf(reference), 2) : ''
  }
  const lines = [...samples].map(([it, taken]) =>
    provenRow(it.what, async () => {
      prove(taken.map(({ claim }) => claim))
      return {
        what: it.what,
        'requests/s': rounded(perSecondOf(it)),
        'CPU µs/request': rounded(median(taken.map(({ cpu }) => cpu)), perSecondOf(it) > 1000 ? 1 : 0),
        'of node:http': shareOf(it, 'node:http'),
        'of Fastify': shareOf(it, 'Fastify'),
        'of nginx': shareOf(it, 'nginx'),
      }
    }),
  )
  return Promise.all(lines)
}
