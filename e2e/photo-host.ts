import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const photos = new URL('../demo/photos/', import.meta.url)

/**
 * Serves the demo photos as a marketplace does: under `/slow/` after half a second, under `/moved/` by a redirect, and under
 * `/gone/` each address from the second time.
 */
export async function openPhotoHost() {
  const askedUrls = new Set<string>()
  const server = createServer(async ({ url = '/' }, reply) => {
    const name = basename(new URL(url, 'http://localhost').pathname)
    if (url.startsWith('/gone/') && !askedUrls.has(url)) {
      askedUrls.add(url)
      return reply.writeHead(404).end()
    }
    if (url.startsWith('/moved/')) return reply.writeHead(302, { location: `/${name}` }).end()
    if (url.startsWith('/slow/')) await setTimeout(500)
    const bytes = await readFile(new URL(name, photos)).catch(() => undefined)
    if (!bytes) return reply.writeHead(404).end()
    return reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, close: () => server.close() }
}
