import type { FastifyBaseLogger } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { CALLS } from '#app/server/calls.ts'
import { runAsLeader } from '#app/server/process/leader.ts'
import { methodOf } from '#app/testing/access-matrix.ts'
import { productTag } from '#server/shop/public-tags.ts'
import { listenForChanges } from '#server/site/listen-for-changes.ts'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { startCdn } from '#server/testing/cdn.ts'
import { product, user } from '#server/testing/factories.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { keyOf } from './headers.ts'
import { CDN_NAMES, type Cdn } from './providers.ts'
import { openCdnPurges } from './purges.ts'
import { EVERYTHING } from './tags.ts'

const UNKNOWN_ID = '0190f5a0-0000-7000-8000-000000000000'
const CDN: Cdn = { name: 'fastly', purgeUrl: 'http://cdn.test/purge', token: 'token-of-the-cdn' }

/** A shop with a pen, behind that CDN. */
async function openShop(cdn?: Cdn) {
  const shop = await testApp({}, { cdn })
  const trust = { fresh: true }
  const { clear } = await servePages(shop.app, { ...shop.shop, fresh: () => trust.fresh, owns: [] })
  const pen = await product(shop.db, { name: 'Walnut Pen', slug: 'walnut-pen' })
  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers })
  return { ...shop, get, trust, clear, pen }
}

const OWN_HEADERS_PATTERN = /^(surrogate|cdn-|cache-tag|xkey)/

test('without a CDN no response says how long one may cache it, or what it shows', async () => {
  const { get } = await openShop()
  for (const path of ['/', '/products/walnut-pen', '/api/products', '/api/users/profile', '/search?text=pen'])
    for (const _ of ['miss', 'hit']) {
      const { headers } = await get(path)
      expect(Object.keys(headers).filter((name) => OWN_HEADERS_PATTERN.test(name))).toEqual([])
      expect(headers['cache-control'] ?? '', path).not.toContain('private')
    }
})

test.for([
  ['fastly', 'surrogate-control', 'surrogate-key', ' '],
  ['cloudflare', 'cdn-cache-control', 'cache-tag', ','],
  ['varnish', 'surrogate-control', 'xkey', ' '],
] as const)(
  '%s may cache a page for five minutes, by the keys of what it shows',
  async ([name, ageHeader, keysHeader, separator]) => {
    const { get, pen } = await openShop({ ...CDN, name })
    for (const path of ['/products/walnut-pen', '/shop', '/api/products', '/no-such-page']) {
      const { headers } = await get(path)
      expect(headers[ageHeader], path).toBe('max-age=300')
      expect(headers['cache-control'], path).toBe('no-cache')
      const keys = String(headers[keysHeader]).split(separator)
      expect(keys).toContain(keyOf(EVERYTHING))
      expect(keys.includes(keyOf(productTag(pen.id))), path).toBe(path !== '/no-such-page')
      for (const key of keys) expect(key).toMatch(/^[0-9a-f]{16}$/)
      const revalidation = await get(path, { 'if-none-match': String(headers.etag) })
      if (revalidation.statusCode === 304) expect(revalidation.headers).toMatchObject({ [ageHeader]: 'max-age=300' })
    }
  },
)

test('a CDN may cache nothing that a caller has of her own, and no page of which it would not hear a change', async () => {
  const { app, get, trust, db } = await openShop(CDN)
  const shopper = await user(db)
  const bearer = { authorization: `Bearer ${shopper.token}` }
  const isPrivate = ({ headers }: Awaited<ReturnType<typeof get>>) => {
    const { 'cache-control': caching, 'surrogate-control': age, 'surrogate-key': keys } = headers
    return /^private, no-(store|cache)$/.test(String(caching)) && !age && !keys
  }
  for (const route of Object.keys(CALLS)) {
    const url = (route.split(' ')[1] ?? '').replace(':id', UNKNOWN_ID)
    expect(isPrivate(await app.inject({ method: methodOf(route), url, headers: bearer })), route).toBe(true)
  }
  for (const path of ['/api/products', '/api/shop', '/api/products/walnut-pen'])
    for (const headers of [bearer, { cookie: 'a=b' }, { authorization: '' }])
      expect(isPrivate(await get(path, headers as Record<string, string>)), path).toBe(true)
  for (const path of ['/products/none', '/search?text=pen', '/api/products/none', '/healthz'])
    expect(isPrivate(await get(path)), path).toBe(true)
  // The connection for notices is lost.
  trust.fresh = false
  for (const path of ['/shop', '/products/walnut-pen', '/api/products'])
    expect(isPrivate(await get(path)), path).toBe(true)
})

test('pages are the same for a caller with a cookie or a token', async () => {
  const { get, db } = await openShop(CDN)
  const { token } = await user(db)
  const plain = await get('/products/walnut-pen')
  const callers: Record<string, string>[] = [{ cookie: 'cart=personal' }, { authorization: `Bearer ${token}` }]
  for (const headers of callers) {
    const answer = await get('/products/walnut-pen', headers)
    expect([answer.headers.etag, answer.body]).toEqual([plain.headers.etag, plain.body])
  }
})

test('a page with more keys than a header line should have is not cached', async () => {
  const { app } = await openShop(CDN)
  expect(app.cdnHeaders(Array.from({ length: 99 }, (_, index) => productTag(`${index}`)))).toHaveProperty(
    'surrogate-key',
  )
  expect(app.cdnHeaders(Array.from({ length: 100 }, (_, index) => productTag(`${index}`)))).toEqual({
    'cache-control': 'private, no-cache',
  })
})

/** The purge job of a process, and what it logs. */
function openPurges(cdn: Cdn) {
  const logEntries: string[] = []
  const write = (text: unknown) => void logEntries.push(String(text))
  const purges = openCdnPurges(cdn, { error: write, warn: write } as unknown as FastifyBaseLogger)
  return { ...purges, logged: logEntries }
}

const cdnOf = ({ env }: Awaited<ReturnType<typeof startCdn>>): Cdn => ({
  name: env.CDN,
  purgeUrl: env.CDN_PURGE_URL,
  token: env.CDN_PURGE_TOKEN,
})

/** A CDN and the job that purges it, past the purges of its start. */
async function startedPurges(name: Cdn['name'] = 'fastly') {
  const cdn = await startCdn(name, () => 'http://127.0.0.1:9')
  const job = openPurges(cdnOf(cdn))
  const running = job.start()
  onTestFinished(async () => {
    await running.stop()
    await cdn.stop()
  })
  await waitFor(() => expect(cdn.purges).toHaveLength(3))
  expect(new Set(cdn.purges.flatMap(({ keys }) => keys))).toEqual(new Set([keyOf(EVERYTHING)]))
  cdn.purges.length = 0
  return { ...job, cdn, running }
}

test.for(CDN_NAMES)('%s is purged by key, three times for each change', async (name) => {
  const { cdn, purge } = await startedPurges(name)
  purge(['product:a', 'list:'])
  purge(['list:', 'search'])
  await waitFor(() => expect(cdn.purges.length).toBeGreaterThanOrEqual(3))
  const counts = Object.groupBy(
    cdn.purges.flatMap(({ keys }) => keys),
    (key) => key,
  )
  expect(Object.keys(counts).toSorted()).toEqual(['product:a', 'list:', 'search'].map(keyOf).toSorted())
  for (const { headers } of cdn.purges)
    expect(name === 'fastly' ? headers['fastly-key'] : headers.authorization).toContain('token-of-the-cdn')
})

test('a purge that fails is logged once with its bound, and sent again until it is taken', async () => {
  const { cdn, purge, logged } = await startedPurges()
  cdn.refuse(503)
  purge(['product:a'])
  await waitFor(() => expect(logged).toHaveLength(1))
  purge(['product:b'])
  expect(logged[0]).toBe(
    'The CDN was not purged: it answered 503. It shows changes at most 300 s late. The shop tries again.',
  )
  cdn.refuse(undefined)
  await waitFor(() => expect(cdn.purges.length).toBeGreaterThan(0))
  expect(cdn.purges[0]?.keys.toSorted()).toEqual(['product:a', 'product:b'].map(keyOf).toSorted())
  await waitFor(() => expect(logged).toEqual([expect.any(String), 'The CDN takes purges again.']))
})

test('the next purge waits as long as the CDN asks for', async () => {
  const { cdn, purge } = await startedPurges()
  cdn.refuse(429, { 'retry-after': '2' })
  purge(['product:a'])
  await waitFor(() => expect(cdn.refused).toHaveLength(1))
  cdn.refuse(undefined)
  await waitFor(() => expect(cdn.purges.length).toBeGreaterThan(0))
  expect((cdn.purges[0]?.at ?? 0) - (cdn.refused[0]?.at ?? 0)).toBeGreaterThanOrEqual(2_000)
})

test('beyond a hundred keys everything is purged', async () => {
  const { cdn, purge } = await startedPurges()
  cdn.refuse(503)
  for (let number = 0; number < 10_000; number++) purge([`product:${number}`])
  cdn.refuse(undefined)
  await waitFor(() => expect(cdn.purges.length).toBeGreaterThan(0))
  expect(cdn.purges[0]?.keys).toContain(keyOf(EVERYTHING))
  for (const { keys } of cdn.purges) expect(keys.length).toBeLessThanOrEqual(100)
})

test('a CDN that does not answer holds up neither the shop nor its end', async () => {
  const { purge, running, cdn, logged } = await startedPurges()
  await cdn.stop()
  purge(['product:a'])
  await waitFor(() => expect(logged).toHaveLength(1))
  await running.stop()
})

test('one of several processes purges, and the next one begins with everything', async () => {
  const { db, url } = await testApp()
  const cdn = await startCdn('fastly', () => 'http://127.0.0.1:9')
  const pen = await product(db, { name: 'Walnut Pen' })
  const openProcess = async () => {
    const purges = openPurges(cdnOf(cdn))
    const leader = await runAsLeader(url, () => [purges.start()], 50)
    const changes = await listenForChanges(url, ({ tags }) => purges.purge(tags))
    return () => Promise.all([leader.stop(), changes.stop()])
  }
  const stops = [await openProcess(), await openProcess()]
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()))
    await cdn.stop()
  })
  const keys = () => cdn.purges.flatMap((purge) => purge.keys)
  await waitFor(() => expect(keys().length).toBeGreaterThanOrEqual(3))
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  cdn.purges.length = 0
  await db.execute(`update products set price_cents = 1234 where id = '${pen.id}'`)
  const ofPen = () => keys().filter((key) => key === keyOf(productTag(pen.id)))
  await waitFor(() => expect(ofPen().length).toBeGreaterThanOrEqual(3))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(ofPen()).toHaveLength(3)
  cdn.purges.length = 0
  await stops.shift()?.()
  await waitFor(() => expect(keys()).toContain(keyOf(EVERYTHING)))
})
