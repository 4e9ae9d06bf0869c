import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Look } from '#contract/admin/look.ts'
import { editedLook, publishDraft, saveDraft } from '#server/shop/look/looks.ts'
import { saveSettings } from '#server/shop/settings/settings.ts'
import { testApp } from '#server/testing/app.ts'
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

test('the desk has a manifest of its own, by which a phone starts at the desk and shares photos with it', async () => {
  const { db, get } = await openShop()
  await saveSettings(db, { name: 'Rosas Pots' })
  const linkOn = async (path: string) => /<link rel="manifest" href="([^"]+)"/.exec((await get(path)).body)?.[1]
  expect([await linkOn('/'), await linkOn('/cart'), await linkOn('/login')]).toEqual(
    Array.from({ length: 3 }, () => '/manifest.webmanifest'),
  )
  expect([await linkOn('/admin'), await linkOn('/admin/orderlist')]).toEqual(
    Array.from({ length: 2 }, () => '/admin/manifest.webmanifest'),
  )
  const { headers, ...answer } = await get('/admin/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json')
  expect(answer.json()).toMatchObject({
    ...{ id: '/admin', name: 'Rosas Pots: desk', short_name: 'Desk', start_url: '/admin', scope: '/' },
    shortcuts: [
      { url: '/admin/orderlist?delivery=waiting' },
      { url: '/admin/orders/new' },
      { url: '/admin/productlist' },
    ],
    share_target: { action: '/admin/shared-photos', params: { files: [{ name: 'photos', accept: ['image/*'] }] } },
  })
})

test('the worker of the desk takes shared photos; without it the server leads to their page', async () => {
  const { app, get } = await openShop()
  const { body } = await get('/admin/worker.js')
  for (const part of ['importScripts(`/worker.js', "'push'", "'/admin/shared-photos'"]) expect(body).toContain(part)
  const payload = '--x\r\ncontent-disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\nphoto\r\n--x--'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await app.inject({ method: 'POST', url: '/admin/shared-photos', headers, payload })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/admin/shared-photos'])
  const off = await openShop({ worker: false })
  expect((await off.get('/admin/worker.js')).body).toContain('unregister')
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
    const lookBefore = await editedLook(db)
    const { version } = await saveDraft(db, { ...lookBefore.look, ...look }, lookBefore.version)
    await publishDraft(db, version)
    clear()
    return icon()
  }
  const { etag } = (await get(first.url)).headers
  for (const tag of [`${etag}`, `W/${etag}`, `"another", ${etag}`, '*'])
    expect((await app.inject({ url: first.url, headers: { 'if-none-match': tag } })).statusCode, tag).toBe(304)
  const green = await change({ accent: '#2f5d50' })
  expect(green.svg).toContain('fill="#2f5d50"')
  const letterIcon = await change({ mark: { kind: 'monogram', letters: 'Mk' } })
  await saveSettings(db, { name: 'Other' })
  clear()
  const iconOfNewName = await icon()
  expect(new Set([first.url, green.url, letterIcon.url, iconOfNewName.url]).size).toBe(4)
  expect(new Set([first.svg, green.svg, letterIcon.svg]).size).toBe(3)
  // A page from before asks for what is there now, and keeps it no longer than that page.
  expect((await get(first.url)).headers['cache-control']).toBe('no-cache')
})
