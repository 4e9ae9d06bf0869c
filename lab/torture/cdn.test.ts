import { get as ask, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startCdn } from '#server/testing/cdn.ts'
import { admin, category, product } from '#server/testing/factories.ts'
import { FIRST_CENTS, staleSights, watchPrices } from '#server/testing/price-sightings.ts'
import { figure, isLong, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { callerOf } from './callers.ts'
import { lastingPort, openStage } from './stage.ts'
import { startVarnish } from './varnish.ts'

/** `npm run lab -- cdn` runs these tests with Varnish, all others with a stand-in. */
const isVarnish = process.env.CDN_PROGRAM === 'varnish'

/** A shop of two processes behind a CDN, with a pen that its admin can edit. */
async function openShop() {
  const port = await lastingPort()
  const cdn = isVarnish ? await startVarnish(port) : await startCdn('varnish', () => `http://127.0.0.1:${port}`)
  onTestFinished(() => cdn.stop())
  const stage = await openStage()
  onTestFinished(() => stage.close())
  await category(stage.db, 'pens')
  const pen = await product(stage.db, {
    name: 'Walnut Pen',
    slug: 'walnut-pen',
    priceCents: FIRST_CENTS,
    featured: true,
    category: 'pens',
  })
  const seller = await admin(stage.db)
  await stage.shop({ ...cdn.env, PORT: `${port}`, WORKERS: '2' })
  const call = callerOf(() => `http://127.0.0.1:${port}`, seller.token)
  const edit = async (change: object) => expect((await call('PUT', `/api/products/${pen.id}`, change)).ending).toBe(200)
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Reply>((resolve, reject) => {
      ask(cdn.url + path, { headers, method, agent: false }, async (answer) => {
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part)
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) })
      }).once('error', reject)
    })
  /** Waits until the purge of the start is over: what is cached stays so. */
  const settle = () => sleep(3_500)
  return { cdn, pen, seller, edit, get, settled: settle }
}

type Reply = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }

const cacheOf = ({ headers }: Reply) => headers['x-cache']

test('a CDN answers pages and public JSON itself, and shows a change within a second', {
  tags: ['D13'],
}, async () => {
  const { get, edit, seller, settled } = await openShop()
  await settled()
  const places = [
    '/',
    '/shop',
    '/category/pens',
    '/products/walnut-pen',
    '/search/walnut',
    '/sitemap.xml',
    '/robots.txt',
  ]
  const answers = ['/api/products', '/api/products/walnut-pen', '/api/products?keyword=walnut', '/api/shop']
  for (const path of [...places, ...answers]) {
    const first = await get(path)
    const again = await get(path)
    expect([first.status, cacheOf(first), again.status, cacheOf(again)], path).toEqual([200, 'miss', 200, 'hit'])
    expect(String(again.body), path).toBe(String(first.body))
    // Browsers ask each time, and hear nothing of the CDN's own headers.
    expect(again.headers['cache-control'], path).toBe('no-cache')
    for (const name of ['surrogate-control', 'xkey']) expect(again.headers[name], path).toBeUndefined()
    expect((await get(path, { 'if-none-match': String(first.headers.etag) })).status, path).toBe(304)
    const head = await get(path, {}, 'HEAD')
    expect([head.status, head.body.length], path).toEqual([200, 0])
  }
  const missing = await get('/no-such-page')
  expect([missing.status, cacheOf(await get('/no-such-page'))]).toEqual([404, 'hit'])
  for (const encoding of ['gzip', 'gzip;q=0', 'identity', 'br;q=0, gzip;q=0']) {
    const { headers } = await get('/shop', { 'accept-encoding': encoding })
    expect(headers['content-encoding'], encoding).toBe(encoding === 'gzip' ? 'gzip' : undefined)
  }
  // A piece that is not there yet, a redirect, and whatever a caller has of her own are not cached.
  const ownAnswers = [
    get('/products/none'),
    get('/search?text=pen'),
    get('/api/products/none'),
    get('/api/products', { cookie: 'a=b' }),
    get('/api/products', { authorization: `Bearer ${seller.token}` }),
    get('/api/users/profile', { authorization: `Bearer ${seller.token}` }),
  ]
  for (const answer of [...(await Promise.all(ownAnswers)), ...(await Promise.all(ownAnswers))])
    expect([cacheOf(answer), answer.headers['cache-control']]).toEqual(['miss', expect.stringMatching(/^private, no-/)])
  await edit({ price: 98.76 })
  await waitFor(
    async () => {
      for (const path of ['/products/walnut-pen', '/shop', '/', '/api/products', '/api/products/walnut-pen'])
        expect(String((await get(path)).body), path).toContain('98.76')
    },
    { interval: 20 },
  )
  expect(cacheOf(await get('/robots.txt'))).toBe('hit')
})

test('after a saved price no visitor of a CDN sees the one before', { tags: ['D13'] }, async ({ task }) => {
  const { cdn, edit } = await openShop()
  const saves = runs(10, 500)
  const paths = ['/products/walnut-pen', '/shop', '/', '/api/products/walnut-pen', '/api/products?sort=price']
  const places = paths.map((path) => cdn.url + path)
  const visitors = watchPrices(places)
  onTestFinished(async () => void (await visitors.stop()))
  const savedAt: number[] = [0]
  for (let save = 1; save <= saves; save++) {
    await edit({ price: (FIRST_CENTS + save) / 100 })
    savedAt.push(performance.now())
    await sleep(50)
  }
  for (const place of places) await waitFor(async () => expect(await visitors.saveAt(place)).toBe(saves))
  const { sights } = await visitors.stop()
  expect(sights.filter(({ save }) => !(save >= 0 && save <= saves))).toEqual([])
  const stale = staleSights(sights, savedAt)
  // On a machine that stands still for a second, a purge is as late.
  if (isLong) expect(stale).toEqual([])
  const by = isVarnish ? 'Varnish' : 'a stand-in of a CDN'
  figure(
    task,
    `${saves} saved prices, ${sights.length} answers of ${by} and 2 processes: ${stale.length} stale after 1 s`,
  )
})
