import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { servePages } from '../pages/pages.ts'
import { testApp } from '../testing/app.ts'

test('a request with two Host lines is refused, also for a page that is cached', async () => {
  const { app, shop } = await testApp()
  await servePages(app, { ...shop, fresh: () => true, owns: [] })
  const { port } = new URL(await app.listen({ port: 0 }))
  const statusOf = async (path: string, hosts: string[]) => {
    const socket = connect(Number(port), '127.0.0.1')
    const lines = [`GET ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', '']
    socket.write(lines.join('\r\n'))
    return Number((await text(socket)).split(' ', 2)[1])
  }
  for (const path of ['/', '/', '/api/shop', '/api/settings']) {
    const usual = path === '/api/settings' ? 401 : 200
    expect(await statusOf(path, ['shop.test'])).toBe(usual)
    expect(await statusOf(path, ['shop.test', 'evil.example'])).toBe(400)
    expect(await statusOf(path, ['shop.test', 'shop.test'])).toBe(400)
    expect(await statusOf(path, [])).toBe(400)
  }
})
