import '#app/testing/program.ts'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'
import { product, user } from '#server/testing/factories.ts'
import { waitFor } from '#server/testing/wait-for.ts'

/** In these tests a turn of the event loop is late after so long, and these turns take longer. */
const LATE_MS = 100
const LONG_TURN_MS = 150

/** A shop that listens, with a cached page and a shopper. */
async function openShop() {
  const shop = await testApp({}, { lateMs: LATE_MS })
  await servePages(shop.app, { ...shop.shop, fresh: () => true, owns: [] })
  await product(shop.db, { name: 'Walnut Pen', slug: 'walnut-pen' })
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = shop.app.server.address() as AddressInfo
  const { token } = await user(shop.db)
  const call = (method: string, path: string, isSignedIn = false, body?: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(isSignedIn ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  return { ...shop, call }
}

/** Has every turn of the event loop take long, until the returned function is called. */
function blockEventLoop() {
  let isOver = false
  const block = async () => {
    while (!isOver) {
      const end = performance.now() + LONG_TURN_MS
      while (performance.now() < end);
      await nextTurn()
    }
  }
  const blocking = block()
  const stop = () => {
    isOver = true
    return blocking
  }
  onTestFinished(stop)
  return stop
}

test('while the event loop is late, renderings and heavy reads are refused and all else is served', async () => {
  const { call } = await openShop()
  for (const path of ['/shop', '/api/products']) expect((await call('GET', path)).status).toBe(200)
  const stop = blockEventLoop()
  let requestCount = 0
  await waitFor(async () => expect((await call('GET', `/search/pen${requestCount++}`)).status).toBe(503))
  const refusals = await Promise.all([
    call('GET', '/contact'),
    call('GET', '/products/walnut-pen'),
    call('GET', '/api/products/walnut-pen'),
    call('GET', '/api/products?keyword=walnut'),
    call('GET', '/api/products/suggestions?keyword=wal'),
    call('GET', '/api/orders/myorders', true),
  ])
  for (const answer of refusals)
    expect([answer.url, answer.status, answer.headers.get('retry-after')]).toEqual([answer.url, 503, '2'])
  const responses = await Promise.all([
    call('GET', '/shop'),
    call('GET', '/api/products'),
    call('GET', '/healthz'),
    call('GET', '/readyz'),
    call('GET', '/api/users/profile', true),
    call('POST', '/api/users/login', false, { email: 'nobody@shopper.example', password: 'walnut-bowl' }),
    call('POST', '/api/orders', true, {}),
    call('POST', '/api/webhooks/square', false, {}),
  ])
  for (const { status, url } of responses) expect(status, url).not.toBe(503)
  await stop()
  await waitFor(async () => expect((await call('GET', '/contact')).status).toBe(200))
})

test('one long turn of the event loop refuses nobody', async () => {
  const { call } = await openShop()
  const began = performance.now()
  while (performance.now() < began + 2 * LONG_TURN_MS);
  const statuses: number[] = []
  while (performance.now() < began + 3_000) statuses.push((await call('GET', `/search/pen${statuses.length}`)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
