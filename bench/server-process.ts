// A process under measurement: the shop, or the shortest answers that Fastify can give. Asked by its parent, it tells
// how much CPU it has used and what it has done so far, and it tells when it empties its cache of pages.
import { subscribe } from 'node:diagnostics_channel'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import type { PageEvent } from '#server/pages/cache.ts'

const counts = { pages: 0, queries: 0 }

subscribe('boutique.pages', (event) => {
  if ((event as PageEvent) === 'made') counts.pages++
  else process.send?.({ kind: 'cleared' })
})
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  counts.queries++
  return Reflect.apply(query, this, given)
} as typeof query

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ kind: 'counts', cpu: user + system, ...counts })
})

if (process.argv.includes('bare')) {
  const app = Fastify().get('/', async () => ({ hello: 'world' }))
  // As many bytes as a page of the shop has: what it costs to send them is not the shop's.
  const bytes = Buffer.alloc(Number(process.env.BARE_BYTES ?? 0), 'x')
  app.get('/bytes', (_, reply) => reply.send(bytes))
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(`http://localhost:${(app.server.address() as AddressInfo).port}`)
} else await import('#server/main.ts')
