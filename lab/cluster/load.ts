// The load of a cluster whose parts are broken: checkouts, and visits of pages, public JSON and photos, all through the
// balancer, with what each of them was answered.

import type { Ending } from '#lab/torture/callers.ts'
import { type Checkout, startTraffic } from '#lab/torture/traffic.ts'
import type { Db } from '#server/platform/db/client.ts'
import { shopUrl } from './apps.ts'
import type { Network } from './network.ts'

export type Kind = 'pages' | 'JSON' | 'photos' | 'placing' | 'paying'

/** One request. Times are milliseconds since the epoch. */
export type Request = { kind: Kind; from: number; until: number; ending: Ending; isFailed: boolean }

export type Load = { stop(): Promise<{ requests: Request[]; checkouts: Checkout[] }> }

export const CHECKOUTS_PER_SECOND = 5
export const VISITS_PER_SECOND = 10
/** The kinds of ten visits. */
const MIX: Kind[] = ['pages', 'JSON', 'pages', 'pages', 'photos', 'pages', 'JSON', 'pages', 'JSON', 'pages']
const ONE_OF_A_KIND = 200
const PATIENCE_MS = 60_000

/** Starts the load on a shop with the demo's catalog. */
export async function startLoad(network: Network, db: Db): Promise<Load> {
  const paths = await pathsOf(shopUrl(network))
  const trafficOptions = { url: () => shopUrl(network), db, perSecond: CHECKOUTS_PER_SECOND, oneOfAKind: ONE_OF_A_KIND }
  const traffic = await startTraffic(trafficOptions)
  const visits: Request[] = []
  const underWay = new Set<Promise<void>>()
  let count = 0
  const pace = setInterval(() => {
    const number = count++
    const kind = MIX[number % MIX.length] ?? 'pages'
    const of = paths[kind] ?? []
    const work = visit(shopUrl(network) + of[number % of.length], kind).then((one) => {
      visits.push(one)
      underWay.delete(work)
    })
    underWay.add(work)
  }, 1000 / VISITS_PER_SECOND)
  return {
    async stop() {
      clearInterval(pace)
      const checkouts = await traffic.stop()
      await Promise.all(underWay)
      return { requests: [...visits, ...checkouts.flatMap(requestsOf)], checkouts }
    },
  }
}

/** What visitors look at: pages and photos of the home page, and what the application asks for. */
async function pathsOf(url: string): Promise<Partial<Record<Kind, string[]>>> {
  const home = await (await fetch(url)).text()
  const linksMatching = (pattern: RegExp) => [...new Set([...home.matchAll(pattern)].map(([, path = '']) => path))]
  const products = linksMatching(/href="(\/products\/[^"?#]+)"/g)
  return {
    pages: ['/', '/shop', ...products],
    JSON: ['/api/products', '/api/products?sort=price', ...products.map((path) => `/api${path}`)],
    photos: linksMatching(/(\/images\/[^" ,?]+)/g),
  }
}

async function visit(url: string, kind: Kind): Promise<Request> {
  const from = Date.now()
  const ending = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(async (reply) => {
      await reply.arrayBuffer()
      return reply.status
    })
    .catch((): Ending => 'lost')
  return { kind, from, until: Date.now(), ending, isFailed: ending !== 200 }
}

/** The requests of a checkout. That somebody else was quicker with the last one (409) is no failure. */
export function requestsOf({ from, pressed, until = Number.NaN, placed, paid }: Checkout): Request[] {
  const one = (kind: Kind, start: number, finish: number, ending: Ending, good: number[]): Request => ({
    kind,
    from: start,
    until: finish,
    ending,
    isFailed: !good.includes(ending as number),
  })
  return [
    placed === undefined ? [] : one('placing', from, pressed ?? until, placed, [201, 409]),
    paid === undefined || pressed === undefined ? [] : one('paying', pressed, until, paid, [200, 202, 409]),
  ].flat()
}
