import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import type { TableRow } from './figures.ts'
import { median, roundTo } from './figures.ts'
import { fetchOnce } from './loads.ts'
import { startNginx } from './nginx.ts'
import { type Claim, prove, provenRow } from './proofs.ts'
import { type Server, startReference, startShopServer } from './servers.ts'
import { hasWrk, loadOf } from './wrk.ts'

const SECONDS = 1
/** V8 compiles the code of a server for good in its first seconds, and counts as the server. */
const WARM_SECONDS = 3
const ROUNDS = 5
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
  group?: Group
  /** Which program sends the bytes of the group; undefined for the shop. */
  by?: By
}
type Headers = Record<string, string>
type Sample = { perSecond: number; cpu: number; claim: Claim }
type Servers = { shop: Server; node: Server; headed: Server; fastify: Server; nginx: Server | undefined }

const CACHED_PAGES: Record<Exclude<Group, 'unchanged'>, [what: string, path: string]> = {
  page: ['page from the cache', '/shop'],
  list: ['list of products from the cache, JSON', '/api/products'],
  product: ['product from the cache, JSON', '/api/products/zi-zinnia-mug'],
  search: ['search from the cache, JSON', '/api/products?keyword=mug&extras=true'],
}

/**
 * Pages and answers from the cache against the same bytes sent by node:http, Fastify and nginx, all on this machine in
 * this run. One row says so where wrk is not installed.
 */
export async function measurePages(): Promise<TableRow[]> {
  if (!(await hasWrk())) return [{ what: 'wrk: not installed here, so not measured' }]
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const cluster = await startEmbedded(join(folder, 'postgres'))
    closers.push(cluster.stop)
    const shop = await startShopServer({
      DATA_DIR: folder,
      DATABASE_URL: cluster.url,
      DEMO: '1',
      LOG_LEVEL: 'error',
    })
    closers.push(shop.stop)
    const sizes = await sizesOf(shop)
    const headers = {
      [`/bytes/${sizes.page}`]: await headersOf(shop, CACHED_PAGES.page[1]),
      [`/bytes/${sizes.list}`]: await headersOf(shop, CACHED_PAGES.list[1]),
      '/unchanged': await headersOf(shop, CACHED_PAGES.page[1], true),
    }
    const node = await startReference('node')
    closers.push(node.stop)
    const serverWithHeaders = await startReference('node', { HEADERS: JSON.stringify(headers) })
    closers.push(serverWithHeaders.stop)
    const fastify = await startReference('fastify')
    closers.push(fastify.stop)
    const nginx = await nginxOf(join(folder, 'nginx'), sizes)
    if (nginx) closers.push(nginx.stop)
    const rows = await rowsOf(
      await measure(cachedCases({ shop, node, headed: serverWithHeaders, fastify, nginx }, sizes)),
    )
    return nginx ? rows : [...rows, { what: 'nginx: not installed here, so not measured' }]
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

type Sizes = Record<keyof typeof CACHED_PAGES, number>

/** How many bytes the shop sends for each group, once its pages are compressed well. */
async function sizesOf(shop: Server): Promise<Sizes> {
  const sizes = Object.entries(CACHED_PAGES).map(async ([group, [, path]]) => {
    for (let hit = 0; hit < 5; hit++) await fetchOnce(shop.url + path, BROTLI)
    return [group, (await fetchOnce(shop.url + path, BROTLI)).bytes] as const
  })
  return Object.fromEntries(await Promise.all(sizes)) as Sizes
}

/** The headers of that page or of its 304, but those that Node sets. */
async function headersOf({ url }: Server, path: string, isUnchanged = false) {
  const { etag = '' } = await fetchOnce(url + path, BROTLI)
  const requestHeaders = isUnchanged ? { ...BROTLI, 'if-none-match': etag } : BROTLI
  const { headers } = await fetch(url + path, { headers: requestHeaders })
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
  const plain = { status: 200, headers: {} }
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
    const [what, path] = CACHED_PAGES[group]
    return { ...plain, group, what, server: shop, path, headers: BROTLI }
  }
  /** The same response as the shop's, to the same request. */
  const withHeaders = (what: string, path: string) => ({ ...plain, what, server: headed, path, headers: BROTLI })
  return [
    ...bytes('page'),
    withHeaders(`node:http: ${sizes.page} bytes with the headers of a page`, `/bytes/${sizes.page}`),
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
    { ...withHeaders('node:http: 304 with the headers of a page', '/unchanged'), status: 304 },
    { ...ofShop('page'), group: 'unchanged', what: 'page, not modified', status: 304 },
    ...bytes('list'),
    withHeaders(`node:http: ${sizes.list} bytes with the headers of a list`, `/bytes/${sizes.list}`),
    ...[...others('list'), ofShop('list')],
    ...[...bytes('product'), ofShop('product')],
    ...[...bytes('search'), ofShop('search')],
  ]
}

/** All cases in turn, several times over: what disturbs the machine disturbs each of them alike. */
async function measure(cases: Case[]) {
  const samples = new Map<Case, Sample[]>(cases.map((it) => [it, []]))
  for (const it of cases) await sample(it, WARM_SECONDS)
  for (let round = 0; round < ROUNDS; round++) for (const it of cases) samples.get(it)?.push(await sample(it))
  return samples
}

async function sample({ what, server, status, path, headers }: Case, duration = SECONDS): Promise<Sample> {
  const etag = status === 304 ? (await fetchOnce(server.url + path, headers)).etag : undefined
  const requestHeaders = etag === undefined ? headers : { ...headers, 'if-none-match': etag }
  const first = await fetchOnce(server.url + path, requestHeaders)
  if (first.status !== status) throw new Error(`${what}: ${first.status} instead of ${status}`)
  const before = await server.counts()
  const { answered, seconds } = await loadOf(server.url + path, requestHeaders, duration)
  const after = await server.counts()
  const hitCount = Math.max(after.pages - before.pages, after.queries - before.queries)
  // The shop's jobs query.
  const claim = { what: 'pages rendered and queries', counted: hitCount, least: 0, most: Math.floor(answered / 100) }
  return { perSecond: answered / seconds, cpu: (after.cpu - before.cpu) / answered, claim }
}

function rowsOf(samples: Map<Case, Sample[]>): Promise<TableRow[]> {
  const cases = [...samples.keys()]
  const samplesOf = (it: Case) => samples.get(it) ?? []
  /** The median of its shares of that program's figure in the same round, with as many bytes. */
  const shareOf = (it: Case, by: By, share: (own: Sample, other: Sample) => number) => {
    const reference = cases.find((other) => other.group === it.group && other.by === by)
    if (!it.group || it.by || !reference) return ''
    const others = samplesOf(reference)
    return roundTo(
      median(samplesOf(it).flatMap((ownSample, at) => (others[at] ? share(ownSample, others[at]) : []))),
      2,
    )
  }
  const rate = (ownSample: Sample, other: Sample) => ownSample.perSecond / other.perSecond
  const rows = [...samples].map(([it, all]) =>
    provenRow(it.what, async () => {
      prove(all.map(({ claim }) => claim))
      return {
        what: it.what,
        'requests/s': roundTo(median(all.map(({ perSecond }) => perSecond))),
        'CPU µs/request': roundTo(median(all.map(({ cpu }) => cpu)), 1),
        'of node:http': shareOf(it, 'node:http', rate),
        'by CPU': shareOf(it, 'node:http', (ownSample, other) => other.cpu / ownSample.cpu),
        'of Fastify': shareOf(it, 'Fastify', rate),
        'of nginx': shareOf(it, 'nginx', rate),
      }
    }),
  )
  return Promise.all(rows)
}
