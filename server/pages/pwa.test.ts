import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { saveSettings } from '../settings/settings.ts'
import { testApp } from '../testing/app.ts'
import { servePages } from './pages.ts'

async function openShop(options: { worker?: boolean } = {}) {
  const shop = await testApp()
  const pages = await servePages(shop.app, { ...shop.shop, fresh: () => true, owns: [], ...options })
  return { ...shop, ...pages }
}

test('the web manifest names the shop and lists icons that exist', async () => {
  const { db, get, clear } = await openShop()
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'Zi Boutique', short_name: 'Zi Boutique' })
  await saveSettings(db, { name: 'Aunt Mary’s <Clay>' })
  clear()
  const { headers, ...answer } = await get('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json')
  const manifest = answer.json<{ name: string; short_name: string; icons: { src: string; purpose?: string }[] }>()
  expect(manifest).toMatchObject({
    name: 'Aunt Mary’s <Clay>',
    short_name: 'Aunt',
    start_url: '/',
    display: 'standalone',
  })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src } of manifest.icons) expect(existsSync(`web/public${src}`), src).toBe(true)
  const { body } = await get('/offline')
  expect(body).toContain('Aunt Mary’s &lt;Clay&gt;')
})

test('pages register the service worker, and a switched-off one removes itself', async () => {
  const on = await openShop()
  expect((await on.get('/')).body).toMatch(/ data-worker="\/worker\.js\?[\w-]+"/)
  const { headers, body } = await on.get('/worker.js')
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  expect(body).toContain('respondWith')
  const off = await openShop({ worker: false })
  expect((await off.get('/')).body).not.toContain('data-worker')
  const farewell = (await off.get('/worker.js')).body
  expect(farewell).toContain('unregister')
  expect(farewell).not.toContain('respondWith')
})
