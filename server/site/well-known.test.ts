import { expect, test } from 'vitest'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp } from '#server/testing/app.ts'
import { servePages } from './pages.ts'

const SECURITY_TXT = '/.well-known/security.txt'
const YEAR_MS = 365 * 24 * 3_600_000

async function openShop(shopUrl: string) {
  const shop = await testApp({ shopUrl })
  const pages = await servePages(shop.app, { ...shop.shop, fresh: () => true, owns: [] })
  return { ...shop, ...pages }
}

test('security.txt says where to report a problem, for less than a year', async () => {
  const { db, get, clear } = await openShop('https://shop.test')
  await saveSettings(db, { email: 'ann@pens.example' })
  clear()
  const { statusCode, headers, body } = await get(SECURITY_TXT)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = body
    .trim()
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2))
  expect(fields.filter(([name]) => name !== 'Expires')).toEqual([
    ['Contact', 'mailto:ann@pens.example'],
    ['Contact', 'https://shop.test/contact'],
    ['Preferred-Languages', 'en'],
    ['Canonical', `https://shop.test${SECURITY_TXT}`],
  ])
  const expires = Date.parse(fields.find(([name]) => name === 'Expires')?.[1] ?? '')
  expect(expires - Date.now()).toBeGreaterThan(0)
  expect(expires - Date.now()).toBeLessThan(YEAR_MS)
})

test('a shop that nobody can write to has no security.txt', async () => {
  const { db, get, clear } = await openShop('http://localhost:4000')
  await saveSettings(db, { email: '' })
  clear()
  expect((await get(SECURITY_TXT)).statusCode).toBe(404)
})

test('password managers are led to the page that changes a password, and to nothing else', async () => {
  const { get } = await openShop('https://shop.test')
  const { statusCode, headers } = await get('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/profile'])
  // The W3C's test of whether a site answers 200 to everything.
  const { statusCode: unknown } = await get(
    '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  )
  expect(unknown).toBe(404)
})
