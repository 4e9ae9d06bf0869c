import '#app/testing/program.ts'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { testApp } from '#server/testing/app.ts'
import { admin, apiKey, image, product, user } from '#server/testing/factories.ts'
import { testAddress } from '#server/testing/limits.ts'
import { statementOf } from '#server/testing/plans.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { createPageCache, type PageEvent } from './page-cache.ts'
import { servePages } from './pages.ts'
import { serveCachedAnswers } from './public-answers.ts'
import { openPublicData } from './public-data.ts'

let pagesMade = 0
subscribe('boutique.pages', (event) => {
  if ((event as PageEvent) === 'made') pagesMade++
})

test.for([
  ['/api/shop', '/api/shop'],
  ['/api/shop?utm_source=letter', '/api/shop'],
  ['/api/products', '/api/products'],
  ['/api/products?', '/api/products'],
  ['/api/products/', '/api/products'],
  ['/api/products?utm=x&sort=price&category=cups', '/api/products?category=cups&sort=price'],
  ['/api/products?collection=gifts&pageNumber=2', '/api/products?collection=gifts&pageNumber=2'],
  ['/api/products?keyword=red%20mug', '/api/products?keyword=red+mug'],
  ['/api/products?keyword=a?b', '/api/products?keyword=a%3Fb'],
  ['/api/products?keyword=%ZZ', '/api/products?keyword=%25ZZ'],
  ['/api/products/suggestions?x=1&keyword=mu', '/api/products/suggestions?keyword=mu'],
  ['/api/products/walnut%2Dpen', '/api/products/walnut-pen'],
  ['/api/products/walnut-pen?x=1', '/api/products/walnut-pen'],
  ['/api/products/walnut-pen/related', '/api/products/walnut-pen/related'],
  ['/api/products/a%2Frelated', '/api/products/a%2Frelated'],
  // For admins, or not understood: answered past the cache.
  ['/api/products?view=admin', undefined],
  ['/api/products?show=draft', undefined],
  ['/api/products?category=cups&category=pens', undefined],
  ['/api/products/export', undefined],
  ['/api/products/%E0%A4%A', undefined],
  ['/api/products/a/b/c', undefined],
  ['/api/orders', undefined],
  ['/api/users/robot-check', undefined],
  ['/api/openapi.json', undefined],
  ['/shop', undefined],
] as const)('the cache key of %s is %s', async ([url, key]) => {
  const { app, shop } = await testApp()
  const reads = openPublicData({ ...shop, log: app.log, fresh: () => true }).reads
  const cache = createPageCache(app.headersOf)
  const answerKey = serveCachedAnswers(app, { reads, cache, fresh: () => true, rateLimits: false })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const [reply] = await once(ask({ port, path: url, agent: false }).end(), 'response')
  await text(reply)
  expect(answerKey(url)).toBe(key)
})

const PATHS = [
  '/api/shop',
  '/api/categories',
  '/api/categories/shelves',
  '/api/collections',
  '/api/collections/shelves',
  '/api/products/featured',
  '/api/products/newest',
  '/api/products',
  '/api/products?category=pens&extras=true&sort=price',
  '/api/products?keyword=walnut&extras=true',
  '/api/products?keyword=spaceship&extras=true',
  '/api/products/suggestions?keyword=wal',
  '/api/products/walnut-pen',
  '/api/products/ash-pen',
  '/api/products/walnut-pen/related',
]
const REFUSALS: [path: string, status: number][] = [
  ['/api/products/none', 404],
  ['/api/products/none/related', 404],
  ['/api/products?category=none', 404],
  ['/api/products?pageNumber=99', 404],
  ['/api/products?minPrice=9&maxPrice=5', 400],
  ['/api/products?sort=-qty', 400],
  ['/api/products?view=admin', 401],
  ['/api/products/export', 401],
]

/** A shop that two processes serve over TCP, one with its cache and one without; `ash-pen` is a former slug. */
async function openShop(rateLimits = false) {
  const shop = await testApp({ rateLimits })
  const pen = await product(shop.db, { name: 'Walnut Pen', slug: 'ash-pen', featured: true })
  await image(shop.db, pen.id)
  await product(shop.db, { name: 'Oak Pen', slug: 'oak-pen' })
  const draft = await product(shop.db, { name: 'Secret Pen', slug: 'secret-pen', draft: true })
  const seller = await admin(shop.db)
  await shop.put(`/api/products/${pen.id}`, { slug: 'walnut-pen' }, seller.token)
  const cachedShop = await listen(shop.shop, true)
  const uncachedShop = await listen(shop.shop, false)
  return { ...shop, pen, draft, seller, cached: cachedShop, uncached: uncachedShop }
}

async function listen(context: Parameters<typeof buildApp>[0], isCached: boolean) {
  const app = await buildApp(context)
  const { clear } = await servePages(app, { ...context, fresh: () => isCached, owns: [] })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Reply>((resolve, reject) => {
      ask({ port, path, headers, method, agent: false }, async (answer) => {
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part)
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) })
      })
        .once('error', reject)
        .end()
    })
  return { app, clear, get }
}
type Reply = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }

test.for(PATHS)('%s is answered from the cache as without it', async (path) => {
  const { cached, uncached } = await openShop()
  const { headers, ...fresh } = await uncached.get(path)
  expect(fresh.status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  const before = pagesMade
  for (const round of ['miss', 'hit', 'hit']) {
    const { headers: responseHeaders, ...answer } = await cached.get(path)
    expect(answer, round).toEqual(fresh)
    expect(responseHeaders, round).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': headers['content-type'],
      'content-length': String(fresh.body.length),
      vary: 'accept-encoding, authorization, cookie',
      'x-frame-options': 'DENY',
    })
  }
  expect(pagesMade).toBe(before + 1)
})

test('HEAD, 304 and compression are those of the cached answer', async () => {
  const { db, cached } = await openShop()
  await product(db, { name: 'Long Pen', description: `<p>${'Turned by hand. '.repeat(100)}</p>` })
  const path = '/api/products'
  const plain = await cached.get(path)
  const { etag = '' } = plain.headers
  const date = { date: expect.any(String) }
  for (const round of ['first', 'second']) {
    const head = await cached.get(path, {}, 'HEAD')
    expect([head.status, head.body.length], round).toEqual([200, 0])
    expect({ ...head.headers, ...date }, round).toEqual({ ...plain.headers, ...date })
    for (const tag of [etag, etag.replace('W/', ''), `"another", ${etag}`, '*']) {
      const revalidation = await cached.get(path, { 'if-none-match': tag })
      expect([revalidation.status, revalidation.body.length], tag).toEqual([304, 0])
      expect(revalidation.headers).toMatchObject({ etag, vary: plain.headers.vary, 'cache-control': 'no-cache' })
      // The browser has the others.
      expect(Object.keys(revalidation.headers)).not.toContain('content-security-policy')
    }
    expect((await cached.get(path, { 'if-none-match': '"another"' })).status, round).toBe(200)
    for (const [acceptEncoding, encoding] of [
      ['br', 'br'],
      ['gzip;q=0.5, br;q=0', 'gzip'],
      ['br;q=0, gzip;q=0', undefined],
    ] as const)
      expect(
        (await cached.get(path, { 'accept-encoding': acceptEncoding })).headers['content-encoding'],
        acceptEncoding,
      ).toBe(encoding)
  }
  const short = await cached.get('/api/categories', { 'accept-encoding': 'br' })
  expect(short.headers['content-encoding']).toBeUndefined()
})

test('a refusal is not cached, and says the same as without the cache', async () => {
  const { cached, uncached } = await openShop()
  for (const [path, status] of REFUSALS) {
    const before = pagesMade
    for (const round of [1, 2]) {
      const answer = await cached.get(path)
      expect([answer.status, answer.headers['cache-control']], `${path} ${round}`).toEqual([status, 'no-store'])
      expect(String(answer.body), path).toBe(String((await uncached.get(path)).body))
    }
    expect(pagesMade, path).toBe(before)
  }
})

test('concurrent requests share one computation', async () => {
  const { cached } = await openShop()
  const before = pagesMade
  const answers = await Promise.all(Array.from({ length: 20 }, () => cached.get('/api/products')))
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
  expect(pagesMade).toBe(before + 1)
})

test('a network with too many misses is answered past the cache', async () => {
  // However slow the machine is, all of it happens at once.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { cached } = await openShop(true)
  const get = (url: string) => cached.app.inject({ url, remoteAddress: testAddress(1) })
  const before = pagesMade
  for (let number = 0; number < 310; number++)
    expect((await get(`/api/products/suggestions?keyword=pen${number}`)).statusCode).toBe(200)
  expect(pagesMade).toBe(before + 300)
  expect((await get('/api/products')).headers['cache-control']).toBe('no-store')
})

/** A shop that says what Fastify has answered, and how many products the cache has been asked to read. */
async function openWatchedShop(overrides: { rateLimits?: boolean } = {}, serving: Parameters<typeof testApp>[1] = {}) {
  const routes: string[] = []
  const observe = (app: FastifyInstance) =>
    app.addHook('onResponse', async ({ url }, { statusCode }) => void routes.push(`${url} ${statusCode}`))
  const { app, shop, db } = await testApp(overrides, { ...serving, observe })
  await product(db, { name: 'Walnut Pen', slug: 'walnut-pen' })
  const { cachedServed, clear } = await servePages(app, { ...shop, fresh: () => true, owns: [] })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { app, db, seen: routes, clear, cachedServed, port, url: `http://127.0.0.1:${port}` }
}
const PEN = '/api/products/walnut-pen'

test('a product that is not in the cache is answered by its route, and then before Fastify, alike', async () => {
  const { url, seen, clear, cachedServed, app } = await openWatchedShop()
  const before = pagesMade
  const [miss, hit] = [await fetch(url + PEN), await fetch(url + PEN)]
  expect(await miss.json()).toMatchObject({ name: 'Walnut Pen' })
  expect(Object.fromEntries(hit.headers)).toEqual({ ...Object.fromEntries(miss.headers), date: expect.any(String) })
  clear()
  const head = await fetch(url + PEN, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, miss.headers.get('content-length')])
  expect({ seen, made: pagesMade - before, served: cachedServed() }).toEqual({
    seen: [`${PEN} 200`, `${PEN} 200`],
    made: 2,
    served: 1,
  })
  // From inside the process, too.
  const inside = await app.inject(PEN)
  expect(inside.headers).toMatchObject({ etag: miss.headers.get('etag'), 'x-frame-options': 'DENY' })
})

test.for([
  ['with a token', {}, PEN, { authorization: 'Bearer nonsense' }, 200],
  ['with a cookie', {}, PEN, { cookie: 'a=b' }, 200],
  ['with a body', {}, PEN, { 'content-length': '0' }, 200],
  ['for a product that there is not', {}, '/api/products/none', {}, 404],
  ['for a list', {}, '/api/products', {}, 200],
  ['for related products', {}, `${PEN}/related`, {}, 200],
  ['of a page', {}, '/products/walnut-pen', {}, 200],
  ['while requests are late', { lateMs: -1 }, PEN, {}, 503],
] as const)('Fastify answers a request %s', async ([, serving, path, headers, status]) => {
  const { port, seen, clear } = await openWatchedShop({}, serving)
  // Until the event loop has been measured once.
  await waitFor(async () => {
    clear()
    const reply = ask({ port, path, headers, agent: false }).end()
    const [answer] = (await once(reply, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(status)
  })
  await waitFor(() => expect(seen).toContain(`${path} ${status}`))
})

test('a product that there is not is read once', async () => {
  const { url } = await openWatchedShop()
  let statements = 0
  const count = (args: unknown) => {
    const { text } = statementOf(...(args as Parameters<typeof statementOf>))
    if (text.includes('from "products"')) statements++
  }
  subscribe('boutique.statements', count)
  onTestFinished(() => void unsubscribe('boutique.statements', count))
  expect((await fetch(`${url}/api/products/none`)).status).toBe(404)
  const once = statements
  const uncachedApp = await testApp()
  statements = 0
  expect((await uncachedApp.app.inject('/api/products/none')).statusCode).toBe(404)
  expect(once).toBeGreaterThan(0)
  expect(statements).toBe(once)
})

test('a network with too many missed products is answered by the route, and by its forwarded address', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, seen, cachedServed } = await openWatchedShop({ rateLimits: true }, { trustProxy: ['127.0.0.1'] })
  const from = (client: string, number: number) =>
    fetch(`${url}/api/products/none-${number}`, { headers: { 'x-forwarded-for': client } })
  for (let number = 0; number < 300; number++) expect((await from('203.0.113.1', number)).status).toBe(404)
  const get = (client: string) => fetch(url + PEN, { headers: { 'x-forwarded-for': client } })
  seen.length = 0
  expect((await get('203.0.113.1')).headers.get('cache-control')).toBe('no-store')
  expect({ seen, served: cachedServed() }).toEqual({ seen: [`${PEN} 200`], served: 0 })
  for (const round of ['miss', 'hit'])
    expect((await get('203.0.113.2')).headers.get('cache-control'), round).toBe('no-cache')
  expect(cachedServed()).toBe(1)
})

test("a request for a cached product behind an unfinished one of its connection is Fastify's, and answered after it", async () => {
  const { port, url, seen } = await openWatchedShop()
  await (await fetch(url + PEN)).text()
  await waitFor(() => expect(seen).toHaveLength(1))
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let receivedText = ''
  socket.on('data', (data) => (receivedText += data))
  const line = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`
  socket.write(line(PEN) + line(PEN) + line('/api/products/none'))
  await waitFor(() =>
    expect(receivedText.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(2).fill('HTTP/1.1 200').concat('HTTP/1.1 404')),
  )
  await waitFor(() => expect(seen.slice(1).sort()).toEqual(['/api/products/none 404', `${PEN} 200`]))
})

/** What a caller can say about herself. */
type Caller = { name: string; headers: Record<string, string> }

async function callersOf({ db, seller }: Awaited<ReturnType<typeof openShop>>): Promise<Caller[]> {
  const shopper = await user(db, { name: 'Personal Ann', email: 'personal@shopper.example' })
  const { key } = await apiKey(db, shopper)
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  return [
    { name: 'nobody', headers: {} },
    { name: 'a visitor with a cookie', headers: { cookie: 'personal=cookie' } },
    { name: 'a shopper', headers: bearer(shopper.token) },
    { name: 'an admin', headers: bearer(seller.token) },
    { name: 'a program', headers: bearer(key) },
    { name: 'an unknown token', headers: bearer('personal-token') },
    { name: 'an empty authorization', headers: { authorization: '' } },
    {
      name: 'one who claims roles',
      headers: {
        'x-account-roles': 'admin personal',
        'x-forwarded-for': '203.0.113.77',
        'x-forwarded-host': 'personal.example',
        'accept-language': 'personal',
        'user-agent': 'personal',
        referer: 'http://personal.example/',
        origin: 'http://personal.example',
      },
    },
  ]
}

/** Headers of this response alone, and those of the cache. */
const OWN_HEADERS = [
  'date',
  'connection',
  'keep-alive',
  'etag',
  'vary',
  'cache-control',
  'transfer-encoding',
  'content-length',
]
const withoutOwn = ({ status, headers, body }: Reply) => ({
  status,
  body: String(body),
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))),
})

test('no caller gets another one’s answer, and nothing about a caller enters the cache', {
  tags: ['H13'],
}, async ({ task }) => {
  const shop = await openShop()
  const { cached, uncached, draft, pen } = shop
  const callers = await callersOf(shop)
  const path = fc.constantFrom(
    ...PATHS,
    ...REFUSALS.map(([path]) => path),
    `/api/products/${pen.id}`,
    `/api/products/${draft.id}`,
    '/api/products?view=admin&show=draft',
    '/api/products?keyword=personal',
    '/api/users/profile',
    '/api/settings',
  )
  const call = fc.tuple(fc.constantFrom(...callers), path, fc.constantFrom('GET', 'HEAD'))
  let calls = 0
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 8 }), async (sequence) => {
      for (const [{ name, headers }, url, method] of sequence) {
        calls++
        const answer = withoutOwn(await cached.get(url, headers, method))
        expect(answer, `${method} ${url} by ${name}`).toEqual(withoutOwn(await uncached.get(url, headers, method)))
        if (name !== 'an admin') expect(answer.body.includes('Secret Pen'), `${url} by ${name}`).toBe(false)
      }
    }),
    { numRuns: runs(30, 1_000) },
  )
  // What the cache has now, as anyone gets it.
  for (const url of PATHS) {
    const { body, headers } = await cached.get(url)
    expect(/personal|203\.0\.113/i.test(`${body}${JSON.stringify(headers)}`), url).toBe(false)
    expect(headers['x-account-roles'], url).toBeUndefined()
  }
  figure(task, `${calls} calls by ${callers.length} kinds of callers: each as from a process without a cache`)
})
