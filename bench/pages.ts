import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, rounded } from './figures.ts'
import { fetchOnce, loadOf, ownLoad } from './loads.ts'
import type { Line } from './main.ts'
import { type Server, startServer } from './servers.ts'

const SECONDS = 2
const ROUNDS = 3
const BROTLI = { 'accept-encoding': 'br' }

type Case = { what: string; server: Server; status: number; path: () => string; isVarying?: boolean; headers?: Headers }
type Headers = Record<string, string>
type Sample = { perSecond: number; cpu: number }

/** Pages and lists against the same bytes sent by a bare Fastify, both on this machine in this run. */
export async function measurePages(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'boutique-bench-'))
  const servers: Server[] = []
  try {
    const shop = await startServer('shop', { DATA_DIR: folder, DATABASE_URL: '', DEMO: '1', LOG_LEVEL: 'error' })
    servers.push(shop)
    const { bytes } = await fetchOnce(`${shop.url}/shop`, BROTLI)
    const bare = await startServer('bare', { BARE_BYTES: String(bytes) })
    servers.push(bare)
    return linesOf(await measure(await casesOf(bare, shop)))
  } finally {
    for (const server of servers) await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function casesOf(bare: Server, shop: Server): Promise<Case[]> {
  const headers = BROTLI
  const { etag } = await fetchOnce(`${shop.url}/shop`, headers)
  const of = (what: string, path: string): Case => ({ what, server: shop, status: 200, path: () => path, headers })
  let visit = 0
  return [
    { what: 'bare Fastify: the bytes of a page', server: bare, status: 200, path: () => '/bytes' },
    { what: 'bare Fastify: {"hello":"world"}', server: bare, status: 200, path: () => '/' },
    of('page, kept', '/shop'),
    { ...of('page, not modified', '/shop'), status: 304, headers: { ...headers, 'if-none-match': etag } },
    of('list of products, JSON', '/api/products'),
    of('one product, JSON', '/api/products/zi-zinnia-mug'),
    // A parameter that pages are kept by: another value is another page.
    { ...of('page, rendered afresh', ''), path: () => `/shop?redirect=${++visit}`, isVarying: true },
  ]
}

/** All cases in turn, several times over: what disturbs the machine disturbs each of them alike. */
async function measure(cases: Case[]) {
  const samples = new Map<Case, Sample[]>(cases.map((it) => [it, []]))
  for (let round = 0; round < ROUNDS; round++) for (const it of cases) samples.get(it)?.push(await sample(it))
  return samples
}

async function sample({ what, server, status, path, headers = {}, isVarying }: Case): Promise<Sample> {
  const url = () => `${server.url}${path()}`
  const first = await fetchOnce(url(), headers)
  if (first.status !== status) throw new Error(`${what}: ${first.status} instead of ${status}`)
  const before = await server.cpu()
  const { answered, seconds } = await (isVarying ? ownLoad(url, headers, SECONDS) : loadOf(url(), headers, SECONDS))
  return { perSecond: answered / seconds, cpu: ((await server.cpu()) - before) / answered }
}

function linesOf(samples: Map<Case, Sample[]>): Line[] {
  const lines = [...samples].map(([{ what }, taken]) => ({
    what,
    perSecond: median(taken.map(({ perSecond }) => perSecond)),
    cpu: median(taken.map(({ cpu }) => cpu)),
  }))
  const reference = lines[0]?.perSecond ?? Number.NaN
  return lines.map(({ what, perSecond, cpu }) => ({
    what,
    'requests/s': rounded(perSecond),
    'against bare': rounded(perSecond / reference, 3),
    'CPU µs/request': rounded(cpu, perSecond > 1000 ? 1 : 0),
  }))
}
