import { request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { fullLoadPaths } from '#contract/documents.ts'
import type { Context } from '#server/platform/context.ts'
import { robotCheckSetup } from '#server/shop/accounts/robot-check-setup.ts'
import { testApp } from '#server/testing/app.ts'
import { product } from '#server/testing/factories.ts'
import { figure, runs } from '#server/testing/torture.ts'
import { servePages } from './pages.ts'

const RECAPTCHA: Context['robotCheck'] = {
  provider: 'recaptcha',
  siteKey: 'site',
  secret: 'secret',
  baseUrl: 'https://www.google.com/recaptcha',
}

/** What two renderings of one page differ in: its data says when it was asked for, and in which order it came. */
const STATE_PATTERN = /<script type="application\/json" id="state">.*?<\/script>/s

/** A shop with a card form and a robot check of others. */
async function ownedShop() {
  const shop = await testApp({ robotCheck: RECAPTCHA })
  await product(shop.db, { name: 'Walnut Pen', slug: 'walnut-pen' })
  const gateway = {
    ...shop.shop.gateway,
    setup: {
      provider: 'square' as const,
      applicationId: 'sandbox-sq0idb-test',
      locationId: 'L1',
      scriptUrl: 'https://sandbox.web.squarecdn.com/v1/square.js',
      isSandbox: true,
    },
  }
  return { ...shop.shop, gateway }
}

/** A process that serves the shop, whose pages are asked for byte by byte. */
async function listening(shop: Context) {
  const app = await buildApp(shop)
  const owns = fullLoadPaths(shop.gateway.setup, robotCheckSetup(shop.robotCheck))
  const { clear } = await servePages(app, { ...shop, fresh: () => true, owns })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const get = (path: string) =>
    new Promise<object>((resolve, reject) => {
      const request = ask({ port, path, agent: false }, async (answer) => {
        const parts: Buffer[] = []
        for await (const part of answer) parts.push(part)
        const { date: _, etag: __, 'content-length': ___, ...headers } = answer.headers
        const body = Buffer.concat(parts).toString().replace(STATE_PATTERN, '')
        resolve({ status: answer.statusCode, headers, body })
      })
      request.once('error', reject).end()
    })
  return { app, clear, get }
}

const POISONS: [poison: string, page: string][] = [
  ['//register', '/register'],
  ['//login', '/login'],
  ['///Login', '/login'],
  ['//order/0190f5a0-0000-7000-8000-000000000000', '/order/0190f5a0-0000-7000-8000-000000000000'],
  ['/?x=/reset-password/abc', '/'],
  ['/shop?redirect=/reset-password/abc', '/shop'],
  ['/login-of-another', '/spaceships'],
  ['/register/of/another', '/spaceships'],
  ['/robots.txt?/reset-password/abc', '/robots.txt'],
]

test.for(POISONS)(
  'a first request for %s changes nothing about %s',
  { tags: ['H12'] },
  async ([poison, page], { task }) => {
    const { app, clear, get } = await listening(await ownedShop())
    const clean = await get(page)
    clear()
    await get(poison)
    await get(poison)
    expect(await get(page)).toEqual(clean)
    expect(await get(page)).toEqual(clean)
    figure(task, `${poison}: ${page} as before`)
    await app.close()
  },
)

const PART = fc.constantFrom(
  ...['', 'login', 'Login', 'register', 'order', 'shop', 'cart', 'search', 'category', 'products', 'admin', 'profile'],
  ...['reset-password', 'abc', 'walnut-pen', 'page', '2', 'pens', '%6Cogin', '.', '..', '*', ':id', 'robots.txt', ';'],
)
const QUERY = fc.constantFrom(
  ...[
    '',
    '?',
    '?redirect=',
    '?redirect=shipping',
    '?redirect=/order/1',
    '?x=/reset-password/abc',
    '?x=//login',
    '?a?b',
  ],
  ...['?sort=price', '?color=blue&redirect=x', '?%', '?/order/1'],
)
/** Some ways to write one path, and another path among them. */
const ADDRESSES = fc.array(PART, { maxLength: 4 }).chain((parts) => {
  const path = fc.oneof({ weight: 5, arbitrary: fc.constant(parts) }, fc.array(PART, { maxLength: 4 }))
  const address = fc
    .tuple(fc.constantFrom('/', '//', '///', '/./'), path, fc.constantFrom('', '/'), QUERY)
    .map(([start, segments, end, query]) => `${start}${segments.join('/')}${end}${query}`)
  return fc.array(address, { minLength: 2, maxLength: 6 })
})

test('earlier requests never change a response: each equals that of a new process', {
  tags: ['H12'],
}, async ({ task }) => {
  const numRuns = runs(40, 2_000)
  const shop = await ownedShop()
  const [warm, fresh] = [await listening(shop), await listening(shop)]
  let requestCount = 0
  await fc.assert(
    fc.asyncProperty(ADDRESSES, async (addresses) => {
      for (const address of addresses) {
        fresh.clear()
        requestCount++
        expect(await warm.get(address), address).toEqual(await fresh.get(address))
      }
    }),
    { numRuns },
  )
  figure(task, `${requestCount} addresses asked of a process that kept its pages: each as from a fresh one`)
  await Promise.all([warm.app.close(), fresh.app.close()])
})
