import '#app/testing/program.ts'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { servePages } from '#server/site/pages.ts'
import { testApp } from '#server/testing/app.ts'

/** A shop with its pages, and the status of an answer to a GET with these Host lines. */
async function servedShop() {
  const { app, shop } = await testApp()
  await servePages(app, { ...shop, fresh: () => true, owns: [] })
  const { port } = new URL(await app.listen({ port: 0 }))
  const statusOf = async (path: string, hosts: string[]) => {
    const socket = connect(Number(port), '127.0.0.1')
    const lines = [`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', '']
    socket.write(lines.join('\r\n'))
    return Number((await text(socket)).split(' ', 2)[1])
  }
  return { statusOf }
}

test('a target with a scheme and a host is that of its path, cached or not', async () => {
  const { statusOf } = await servedShop()
  for (const path of ['/', '/', '/?page=1', '/api/shop']) {
    expect(await statusOf(`http://shop.test${path}`, ['shop.test']), path).toBe(200)
    expect(await statusOf(`HTTPS://evil.example:81${path}`, ['shop.test']), path).toBe(200)
  }
  expect(await statusOf('http://shop.test/api/settings', ['shop.test'])).toBe(401)
  expect(await statusOf('http://shop.test', ['shop.test'])).toBe(200)
  expect(await statusOf('http://shop.test/nowhere', ['shop.test'])).toBe(404)
})

test('a request with two Host lines is refused, also for a page that is cached', async () => {
  const { statusOf } = await servedShop()
  for (const path of ['/', '/', '/api/shop', '/api/settings']) {
    const usual = path === '/api/settings' ? 401 : 200
    expect(await statusOf(path, ['shop.test'])).toBe(usual)
    expect(await statusOf(path, ['shop.test', 'evil.example'])).toBe(400)
    expect(await statusOf(path, ['shop.test', 'shop.test'])).toBe(400)
    expect(await statusOf(path, [])).toBe(400)
  }
})
