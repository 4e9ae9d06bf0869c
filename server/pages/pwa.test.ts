import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Look } from '#contract/admin/look.ts'
import { editedLook, publishDraft, saveDraft } from '../look/looks.ts'
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
  expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'My shop', short_name: 'My shop' })
  await saveSettings(db, { name: 'Aunt Mary’s <Clay>' })
  clear()
  const { headers, ...answer } = await get('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json')
  const manifest = answer.json<{
    name: string
    short_name: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }>()
  expect(manifest).toMatchObject({
    name: 'Aunt Mary’s <Clay>',
    short_name: 'Aunt',
    start_url: '/',
    display: 'standalone',
  })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of manifest.icons) {
    const icon = await get(src)
    expect(icon.headers['cache-control'], src).toContain('immutable')
    const { width, height } = await sharp(icon.rawPayload).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
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

test('icons are drawn anew after the name, the mark or a color has changed, and no sooner', async () => {
  const { app, db, get, clear } = await openShop()
  const icon = async () => {
    const url = /<link rel="icon" href="([^"]+)"/.exec((await get('/')).body)?.[1] ?? ''
    return { url, svg: (await get(url)).body }
  }
  const first = await icon()
  expect(first.svg).toContain('<path')
  const change = async (look: Partial<Look>) => {
    const edited = await editedLook(db)
    const { version } = await saveDraft(db, { ...edited.look, ...look }, edited.version)
    await publishDraft(db, version)
    clear()
    return icon()
  }
  const { etag } = (await get(first.url)).headers
  for (const known of [`${etag}`, `W/${etag}`, `"another", ${etag}`, '*'])
    expect((await app.inject({ url: first.url, headers: { 'if-none-match': known } })).statusCode, known).toBe(304)
  const green = await change({ accent: '#2f5d50' })
  expect(green.svg).toContain('fill="#2f5d50"')
  const lettered = await change({ mark: { kind: 'monogram', letters: 'Mk' } })
  await saveSettings(db, { name: 'Other' })
  clear()
  const renamed = await icon()
  expect(new Set([first.url, green.url, lettered.url, renamed.url]).size).toBe(4)
  expect(new Set([first.svg, green.svg, lettered.svg]).size).toBe(3)
  // A page from before asks for what is there now, and keeps it no longer than that page.
  expect((await get(first.url)).headers['cache-control']).toBe('no-cache')
})
