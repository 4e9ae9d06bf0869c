import '#app/testing/program.ts'
import { get as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { pageTimes } from '#server/platform/monitoring/page-times.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp } from '#server/testing/app.ts'
import { product } from '#server/testing/factories.ts'
import { waitFor } from '#server/testing/wait-for.ts'
import { listenForChanges } from './listen-for-changes.ts'
import { servePages } from './pages.ts'

/** A shop that listens, and whether it may trust what it has kept. */
async function listening() {
  const shop = await testApp()
  const trust = { fresh: true }
  const { clear } = await servePages(shop.app, { ...shop.shop, fresh: () => trust.fresh, owns: [] })
  await product(shop.db, { name: 'Walnut Pen', slug: 'walnut-pen' })
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = shop.app.server.address() as AddressInfo
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: Buffer }>(
      (resolve, reject) => {
        ask({ port, path, headers, agent: false }, async (answer) => {
          const parts: Buffer[] = []
          for await (const part of answer) parts.push(part)
          const { date: _, ...rest } = answer.headers
          resolve({ status: answer.statusCode, headers: rest, body: Buffer.concat(parts) })
        }).once('error', reject)
      },
    )
  return { ...shop, trust, clear, get }
}

test('a cached page is sent with the same headers and bytes as the first response', async () => {
  const { get } = await listening()
  for (const encoding of ['br', 'gzip', '']) {
    const headers = { 'accept-encoding': encoding }
    const firstPage = await get('/shop', headers)
    expect(await get('/shop', headers), encoding).toEqual(firstPage)
    const revalidationHeaders = { ...headers, 'if-none-match': String(firstPage.headers.etag) }
    const revalidation = await get('/shop', revalidationHeaders)
    expect([revalidation.status, revalidation.body.length]).toEqual([304, 0])
    expect(await get('/shop', revalidationHeaders), encoding).toEqual(revalidation)
    expect(firstPage.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'content-length': String(firstPage.body.length),
    })
  }
})

test('a change is visible at once in cached pages', async () => {
  const { db, get, trust, clear } = await listening()
  const before = await get('/shop')
  await product(db, { name: 'Oak Pen' })
  expect((await get('/shop')).headers.etag).toBe(before.headers.etag)
  trust.fresh = false
  expect(String((await get('/shop')).body)).toContain('Oak Pen')
  trust.fresh = true
  clear()
  expect(String((await get('/shop')).body)).toContain('Oak Pen')
})

test('the settings are cached as long as the pages, and no longer', async () => {
  const { db, get, trust, clear } = await listening()
  const title = async (path: string) => /<title>([^<]*)/.exec(String((await get(path)).body))?.[1]
  expect(await title('/shop')).toBe('Shop · My shop')
  await saveSettings(db, { name: 'Zinnia & Co' })
  trust.fresh = false
  expect(await title('/contact')).toBe('Contact · Zinnia &amp; Co')
  trust.fresh = true
  clear()
  expect(await title('/shop')).toBe('Shop · Zinnia &amp; Co')
})

test('a new time zone of the shop clears the cached pages', async () => {
  const { db, url, get, clear } = await listening()
  const changes = await listenForChanges(url, clear)
  onTestFinished(changes.stop)
  const timeZone = async () => /"timeZone":"([^"]*)"/.exec(String((await get('/shop')).body))?.[1]
  expect([await timeZone(), await timeZone()]).toEqual(['America/Chicago', 'America/Chicago'])
  await saveSettings(db, { timeZone: 'Pacific/Auckland' })
  await waitFor(async () => expect(await timeZone()).toBe('Pacific/Auckland'))
})

test('a cached page holds nothing about the caller', async () => {
  const { get } = await listening()
  await get('/shop?utm_source=a-friend-of-ann', { cookie: 'a=b', authorization: 'Bearer of-ann', host: 'evil.example' })
  const { body, headers } = await get('/shop')
  expect(/of-ann|evil\.example/.test(`${body}${JSON.stringify(headers)}`)).toBe(false)
})

test('pages that are made are measured for the health page, and cached ones are not', async () => {
  const { get } = await listening()
  for (let number = 0; number < 30; number++) await get('/shop')
  expect(pageTimes.slowest()).toBeUndefined()
  for (let number = 0; number < 30; number++) await get(`/products/unknown-${number}`)
  expect(pageTimes.slowest()).toMatchObject({ kind: '/products/…', ms: expect.any(Number) })
})
