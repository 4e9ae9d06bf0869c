import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPageCache, encodingFor, MAX_AGE_MS, sendPage } from './cache.ts'

const TEXT = '<p>Tasse à café</p>'.repeat(100)

/** A server of one page, and how often it was rendered. */
function onePage(status = 200) {
  const cache = createPageCache()
  let rendered = 0
  const render = async () => {
    rendered++
    return { status, type: 'text/html; charset=utf-8', text: TEXT }
  }
  const app = Fastify()
  app.get('/', async (request, reply) => sendPage(request, reply, cache.peek('/') ?? (await cache.make('/', render))))
  const get = (headers: Record<string, string> = {}) => app.inject({ url: '/', headers })
  return { cache, get, rendered: () => rendered }
}

test.for([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['', undefined, (bytes: Buffer) => bytes],
] as const)('a browser that accepts %j gets %s', async ([accepted, encoding, unpack]) => {
  const { get, rendered } = onePage()
  for (const reply of [await get({ 'accept-encoding': accepted }), await get({ 'accept-encoding': accepted })]) {
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers.vary).toBe('accept-encoding')
    expect(unpack(reply.rawPayload).toString()).toBe(TEXT)
  }
  expect(rendered()).toBe(1)
})

test('a browser with the current version gets 304', async () => {
  const { get } = onePage()
  const { etag = '' } = (await get()).headers
  const again = await get({ 'if-none-match': String(etag), 'accept-encoding': 'br' })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('concurrent requests share one rendering, and a change of the catalog clears it', async () => {
  const { cache, get, rendered } = onePage()
  await Promise.all([get(), get(), get({ 'accept-encoding': 'br' })])
  expect(rendered()).toBe(1)
  cache.clear()
  await get()
  expect(rendered()).toBe(2)
})

test('a page that is not found is not cached', async () => {
  const { get, rendered } = onePage(404)
  expect((await get()).statusCode).toBe(404)
  await get()
  expect(rendered()).toBe(2)
})

test.for([
  ['br;q=0', 'plain'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['*', 'br'],
  ['*;q=0', 'plain'],
  ['identity', 'plain'],
  ['BR', 'br'],
  ['brotli, gzipped', 'plain'],
  ['gzip;q=0.2, identity', 'plain'],
  ['nonsense;;q=,', 'plain'],
  ['', 'plain'],
] as const)('Accept-Encoding %j selects %s', ([accepted, encoding]) => expect(encodingFor(accepted)).toBe(encoding))

test('no cached page is older than five minutes, even after a lost notification', async () => {
  let now = 1
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const { get, rendered } = onePage()
  await get()
  now += MAX_AGE_MS
  await get()
  expect(rendered()).toBe(1)
  now += 1
  await get()
  expect(rendered()).toBe(2)
})

test('beyond 64 MB the least recently used pages leave the cache', async () => {
  const cache = createPageCache()
  // Memory of a page counts as 1.5 times its HTML: 10 pages of 4 MB fit, the 11th does not.
  const make = (key: string) =>
    cache.make(key, async () => ({ status: 200, type: 'text/html', text: 'x'.repeat(4 * 2 ** 20) }))
  for (let page = 0; page < 10; page++) await make(`/${page}`)
  expect(cache.peek('/0')).toBeDefined()
  await make('/10')
  expect(['/0', '/1', '/2', '/10'].filter((key) => cache.peek(key))).toEqual(['/0', '/2', '/10'])
})

test('a page whose rendering began before a change is sent but not cached', async () => {
  const cache = createPageCache()
  const made = cache.make('/', async () => ({ status: 200, type: 'text/html', text: TEXT }))
  cache.clear()
  expect(String((await made).identity)).toBe(TEXT)
  expect(cache.peek('/')).toBeUndefined()
})
