import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { addCdnHeaders } from '#server/platform/cdn/headers.ts'
import { EVERYTHING } from '#server/platform/cdn/tags.ts'
import { encodingFor } from './compression.ts'
import { createPageCache, sendPage } from './page-cache.ts'
import { MAX_AGE_MS } from './tagged-cache.ts'

// Before the imports: lru-cache takes its clock when it loads, and for it the time 0 means none.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['performance'] }).advanceTimersByTime(1))

const TEXT = '<p>Tasse à café</p>'.repeat(100)

/** A server of one page, and how often it was rendered. */
function onePage(status = 200) {
  const cache = createPageCache()
  let renderCount = 0
  const render = async () => {
    renderCount++
    return { status, type: 'text/html; charset=utf-8', text: TEXT, tags: [] }
  }
  const app = Fastify()
  addCdnHeaders(app, undefined)
  app.get('/', async (request, reply) => sendPage(request, reply, cache.peek('/') ?? (await cache.make('/', render))))
  const get = (headers: Record<string, string> = {}) => app.inject({ url: '/', headers })
  return { cache, get, rendered: () => renderCount }
}

test.for([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['', undefined, (bytes: Buffer) => bytes],
] as const)('a browser that accepts %j gets %s', async ([acceptEncoding, encoding, unpack]) => {
  const { get, rendered } = onePage()
  for (const reply of [
    await get({ 'accept-encoding': acceptEncoding }),
    await get({ 'accept-encoding': acceptEncoding }),
  ]) {
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

test('the version of a page is weak, as it is that of each encoding', async () => {
  const { get } = onePage()
  const versions = []
  for (const encoding of ['identity', 'gzip', 'br'])
    versions.push((await get({ 'accept-encoding': encoding })).headers.etag)
  expect(new Set(versions).size).toBe(1)
  expect(versions[0]).toMatch(/^W\/"[^"]+"$/)
})

test('a page with other headers has another version', async () => {
  const versionWith = async (policy: string) =>
    (await createPageCache(() => ({ 'content-security-policy': policy })).make('/', async () => pageOf())).etag
  expect(await versionWith("script-src 'self'")).toBe(await versionWith("script-src 'self'"))
  expect(await versionWith("script-src 'self'")).not.toBe(await versionWith("script-src 'none'"))
})

test('concurrent requests share one rendering, and a change of the catalog clears it', async () => {
  const { cache, get, rendered } = onePage()
  await Promise.all([get(), get(), get({ 'accept-encoding': 'br' })])
  expect(rendered()).toBe(1)
  cache.clear([EVERYTHING])
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
] as const)('Accept-Encoding %j selects %s', ([acceptEncoding, encoding]) =>
  expect(encodingFor(acceptEncoding)).toBe(encoding),
)

test('no cached page is older than five minutes, even after a lost notification', async () => {
  const { get, rendered } = onePage()
  await get()
  vi.advanceTimersByTime(MAX_AGE_MS)
  await get()
  expect(rendered()).toBe(1)
  vi.advanceTimersByTime(1)
  await get()
  expect(rendered()).toBe(2)
})

test('beyond 24 MB the least recently used pages leave the cache', async () => {
  const cache = createPageCache()
  const make = (key: string) =>
    cache.make(key, async () => ({ status: 200, type: 'text/html', text: 'x'.repeat(4 * 2 ** 20), tags: [] }))
  // Five pages of 4 MB fit, the sixth does not.
  for (let page = 0; page < 5; page++) await make(`/${page}`)
  expect(cache.peek('/0')).toBeDefined()
  await make('/5')
  expect(['/0', '/1', '/2', '/5'].filter((key) => cache.peek(key))).toEqual(['/0', '/2', '/5'])
})

test('a page that browsers ask for takes the memory of its brotli alone, and is still sent in any encoding', async () => {
  const cache = createPageCache()
  const app = Fastify()
  addCdnHeaders(app, undefined)
  const text = 'x'.repeat(4 * 2 ** 20)
  let renderCount = 0
  const pageNamed = async (key: string) =>
    cache.peek(key) ??
    cache.make(key, async () => {
      renderCount++
      return { ...pageOf(), text }
    })
  app.get<{ Params: { page: string } }>('/:page', async (request, reply) =>
    sendPage(request, reply, await pageNamed(request.params.page)),
  )
  const get = (key: string, acceptEncoding: string) =>
    app.inject({ url: `/${key}`, headers: { 'accept-encoding': acceptEncoding } })
  for (let page = 0; page < 20; page++) await get(`${page}`, 'br')
  expect(cache.peek('0')?.identity).toBeUndefined()
  expect((await get('0', '')).body).toBe(text)
  expect(gunzipSync((await get('1', 'gzip')).rawPayload).toString()).toBe(text)
  expect(brotliDecompressSync((await get('2', 'br')).rawPayload).toString()).toBe(text)
  expect(renderCount).toBe(20)
  // Asked for as they are, they take their whole size.
  for (let page = 0; page < 6; page++) await get(`${page}`, '')
  expect(cache.peek('0')).toBeUndefined()
  expect(cache.peek('5')).toBeDefined()
})

test('a page is no younger for being sent in another encoding', async () => {
  const { get, rendered } = onePage()
  await get({ 'accept-encoding': 'br' })
  vi.advanceTimersByTime(MAX_AGE_MS - 1)
  await get({ 'accept-encoding': 'gzip' })
  vi.advanceTimersByTime(2)
  await get({ 'accept-encoding': 'gzip' })
  expect(rendered()).toBe(2)
})

/** A page that shows these products. */
const pageOf = (...tags: string[]) => ({ status: 200, type: 'text/html', text: TEXT, tags })

test('a change removes the pages that show it, and no others', async () => {
  const cache = createPageCache()
  await cache.make('/a', async () => pageOf('product:a', 'list:pens'))
  await cache.make('/b', async () => pageOf('product:b', 'list:pens'))
  const cachedKeys = () => ['/a', '/b'].filter((key) => cache.peek(key))
  cache.clear(['product:c'])
  expect(cachedKeys()).toEqual(['/a', '/b'])
  cache.clear(['product:a', 'product:c'])
  expect(cachedKeys()).toEqual(['/b'])
  await cache.make('/a', async () => pageOf('product:a'))
  cache.clear(['list:pens'])
  expect(cachedKeys()).toEqual(['/a'])
  cache.clear([EVERYTHING])
  expect(cachedKeys()).toEqual([])
})

test('a replaced page is found by its new tags alone', async () => {
  const cache = createPageCache()
  await cache.make('/', async () => pageOf('product:a'))
  await cache.make('/', async () => pageOf('product:b'))
  cache.clear(['product:a'])
  expect(cache.peek('/')).toBeDefined()
  cache.clear(['product:b'])
  expect(cache.peek('/')).toBeUndefined()
})

test.for([
  ['it shows', ['product:a'], false],
  ['everything shows', [EVERYTHING], false],
  ['it does not show', ['product:b'], true],
] as const)('a page is cached or not after a change, while it was rendered, of what %s', async ([, tags, isCached]) => {
  const cache = createPageCache()
  const pageAsMade = cache.make('/', async () => pageOf('product:a'))
  cache.clear([...tags])
  expect(String((await pageAsMade).identity)).toBe(TEXT)
  expect(cache.peek('/') !== undefined).toBe(isCached)
  // Else a CDN would store it.
  expect((await pageAsMade).isCacheable).toBe(isCached)
})

test('a request after a change does not get a rendering that began before it', async () => {
  const cache = createPageCache()
  const first = Promise.withResolvers<void>()
  const early = cache.make('/', async () => {
    await first.promise
    return { ...pageOf('product:a'), text: 'old price' }
  })
  cache.clear(['product:a'])
  const late = cache.make('/', async () => ({ ...pageOf('product:a'), text: 'new price' }))
  expect(String((await late).identity)).toBe('new price')
  first.resolve()
  expect(String((await early).identity)).toBe('old price')
  expect(String(cache.peek('/')?.identity)).toBe('new price')
})

test('when many pages are rendered at once, only those that are asked for again are compressed well', async () => {
  const cache = createPageCache()
  const words = Array.from({ length: 20_000 }, (_, index) => ((index * 7919) % 2_003).toString(36)).join(' ')
  const app = Fastify()
  addCdnHeaders(app, undefined)
  app.get<{ Params: { page: string } }>('/:page', async (request, reply) =>
    sendPage(request, reply, await pageNamed(request.params.page)),
  )
  const pageNamed = async (key: string) =>
    cache.peek(key) ?? cache.make(key, async () => ({ ...pageOf(), text: words }))
  const get = async (key: string) =>
    (await app.inject({ url: `/${key}`, headers: { 'accept-encoding': 'br' } })).rawPayload
  const sizes = new Set<number>()
  for (let page = 0; page < 20; page++) {
    const bytes = await get(`${page}`)
    sizes.add(bytes.length)
    expect(brotliDecompressSync(bytes).toString()).toBe(words)
  }
  const [small = 0, large] = [...sizes].toSorted((one, other) => one - other)
  expect(sizes.size).toBe(2)
  expect((await get('19')).length).toBe(large)
  await expect.poll(async () => (await get('19')).length).toBe(small)
  expect(brotliDecompressSync(await get('19')).toString()).toBe(words)
})

/** A page of a piece, which says how often it was rendered, after `sales` that were each seen at once. */
async function pageInADrop({ sales = 2 } = {}) {
  const cache = createPageCache()
  let renderCount = 0
  const render = async () => ({ ...pageOf('product:a'), text: `rendering ${++renderCount}` })
  const textShown = async (make = render) => String((await cache.get('/', make)).identity)
  const sell = () => cache.clear(['product:a'], { isStock: true })
  expect(await textShown()).toBe('rendering 1')
  for (let sale = 1; sale <= sales; sale++) {
    sell()
    expect(await textShown()).toBe(`rendering ${sale + 1}`)
  }
  return { cache, render, shown: textShown, sell, rendered: () => renderCount }
}

test('while pieces are sold one after the other, a page is sent as it is and rendered four times a second', async () => {
  const { shown, sell, rendered } = await pageInADrop()
  for (let sale = 0; sale < 20; sale++) {
    sell()
    await shown()
    await nextTurn()
    vi.advanceTimersByTime(50)
  }
  expect(rendered()).toBe(3 + 3)
  sell()
  expect(await shown()).toBe('rendering 6')
  await nextTurn()
  expect(await shown()).toBe('rendering 7')
})

test('a page that is not rendered three times within two seconds shows every sale at once', async () => {
  const { shown, sell } = await pageInADrop({ sales: 1 })
  for (let sale = 2; sale < 10; sale++) {
    vi.advanceTimersByTime(1_000)
    sell()
    expect(await shown()).toBe(`rendering ${sale + 1}`)
  }
})

test('a sale is not shown for half a second at most, also when the page cannot be rendered', async () => {
  const { cache, shown, sell } = await pageInADrop()
  const fail = () => Promise.reject(new Error('no database'))
  sell()
  vi.advanceTimersByTime(499)
  sell()
  expect(await shown(fail)).toBe('rendering 3')
  await nextTurn()
  expect(await shown(fail)).toBe('rendering 3')
  vi.advanceTimersByTime(1)
  expect(cache.peek('/')).toBeUndefined()
  await expect(shown(fail)).rejects.toThrow('no database')
  expect(await shown()).toBe('rendering 4')
})

test('a change of more than the stock is shown at once, whatever is sold', async () => {
  const { cache, shown, sell } = await pageInADrop()
  sell()
  cache.clear(['product:a'])
  expect(await shown()).toBe('rendering 4')
  sell()
  cache.clear([EVERYTHING])
  expect(await shown()).toBe('rendering 5')
})

test('a rendering that a sale overtakes is cached, unless the cache has a later one', async () => {
  const { cache, render, sell } = await pageInADrop()
  const first = Promise.withResolvers<void>()
  const early = cache.make('/', () => first.promise.then(render))
  sell()
  await cache.make('/', render)
  vi.advanceTimersByTime(1)
  const late = Promise.withResolvers<void>()
  const latest = cache.make('/', () => late.promise.then(render))
  sell()
  late.resolve()
  await latest
  expect(String(cache.peek('/')?.identity)).toBe('rendering 5')
  first.resolve()
  await early
  expect(String(cache.peek('/')?.identity)).toBe('rendering 5')
})

test('a CDN may cache a page, but not while it shows no sale', async () => {
  const { cache, shown, sell } = await pageInADrop()
  const app = Fastify()
  addCdnHeaders(app, { name: 'fastly', purgeUrl: 'http://cdn.example' })
  app.get('/', async (request, reply) => sendPage(request, reply, await cache.get('/', async () => pageOf())))
  const control = async () => (await app.inject('/')).headers['surrogate-control']
  await shown()
  expect([await control(), await control()]).toEqual(['max-age=300', 'max-age=300'])
  sell()
  expect([await control(), await control()]).toEqual([undefined, undefined])
})

/** Resolves when what was left for after a response has run. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
