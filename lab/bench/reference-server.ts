// A process beside which the shop is measured: the shortest answers that Fastify or node:http can give. Asked by its
// parent, it tells how much CPU it has used and how many statements it has sent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import { answerCounts } from './counts.ts'

const counts = { pages: 0, queries: 0 }
const bodies = new Map<number, Buffer>()

answerCounts(counts)
if (process.argv[2] === 'fastify') await serveByFastify()
else serveByNode()

/** Answers that many bytes at /bytes/N: what it costs to send them is not the shop's. */
async function serveByFastify() {
  const app = Fastify().get('/', async () => ({ hello: 'world' }))
  app.get<{ Params: { length: number } }>('/bytes/:length', ({ params }, reply) => reply.send(bytesOf(params.length)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(`http://localhost:${(app.server.address() as AddressInfo).port}`)
}

/**
 * The same by node:http alone, 304 without a body at /unchanged, and at /statement the answer of one prepared statement.
 * HEADERS has the headers of answers, by their paths.
 */
function serveByNode() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  const headersOf: Record<string, string[]> = JSON.parse(process.env.HEADERS ?? '{}')
  const server = createServer(({ url = '' }, response) => {
    const headers = headersOf[url] ?? []
    if (url === '/unchanged') return response.writeHead(304, headers).end()
    if (url === '/statement') {
      counts.queries++
      return void pool.query(STATEMENT).then(({ rows }) => response.end(rows[0].text))
    }
    const bytes = bytesOf(Number(url.slice('/bytes/'.length)))
    return response.writeHead(200, ['content-length', String(bytes.length), ...headers]).end(bytes)
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://localhost:${(server.address() as AddressInfo).port}`))
}

const STATEMENT = { name: 'text', text: 'select $1::text as text', values: ['{}'] }

function bytesOf(length: number) {
  const bytes = bodies.get(length) ?? Buffer.alloc(Number(length), 'x')
  bodies.set(length, bytes)
  return bytes
}
