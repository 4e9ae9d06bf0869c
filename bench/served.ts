// A process under measurement: the shop, or the shortest answers that Fastify can give. Asked by its parent, it tells
// how much CPU it has used.
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

process.on('message', () => process.send?.(process.cpuUsage()))

if (process.argv.includes('bare')) {
  const app = Fastify().get('/', async () => ({ hello: 'world' }))
  // As many bytes as a page of the shop has: what it costs to send them is not the shop's.
  const bytes = Buffer.alloc(Number(process.env.BARE_BYTES ?? 0), 'x')
  app.get('/bytes', (_, reply) => reply.send(bytes))
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(`http://localhost:${(app.server.address() as AddressInfo).port}`)
} else await import('#server/main.ts')
